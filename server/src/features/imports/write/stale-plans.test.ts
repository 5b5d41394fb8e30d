import { afterEach, expect, test, vi } from 'vitest'
import { previewCells, rowsOf, runLoad } from '../../../../../tests/support/load-file.ts'
import { holding, untilBlocked } from '../../../../../tests/support/locks.ts'
import { expectWhole, openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'
import { AppError } from '../../../platform/errors.ts'
import { createCallThrottle } from '../read/call-throttle.ts'
import { importingJob } from './jobs.ts'
import { advanceImport } from './write-chunk.ts'
import { dropOldPlans, type InCompany, startCursor } from './write-rows.ts'

const world = openWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

const newest = async ({ user }: Shop, search: string) =>
  (await user.ok('GET /api/packages', { query: { search } })).data[0]

const addTariff = async ({ admin }: Shop, name: string, pricePerPound: number) =>
  (await admin.ok('POST /api/tariffs', { body: { name, type: 'aereo', pricePerPound } })).data

test('a package keeps the tariff that a clerk gave it after the preview, where the file names none', async () => {
  const known = await shop.receive({ tracking: 'T1' })
  const express = await addTariff(shop, 'Expreso', 6)
  const { id } = await previewCells(shop, 'packages', 'Tracking;Peso\nT1;9')
  await shop.user.ok('PUT /api/packages/:id', {
    params: { id: known.id },
    body: {
      shippingMethod: 'aereo',
      clientId: shop.client.id,
      tariffId: express.id,
      statusId: known.statusId,
      tracking: 'T1',
      weight: 2,
    },
  })
  await runLoad(world, shop, id)
  expect(await newest(shop, 'T1')).toMatchObject({ tariffId: express.id, weight: 9, totalPrice: 54 })
})

test('a package gets the tariff that follows from the client who has it when the row is written', async () => {
  const seaExpress = (
    await shop.admin.ok('POST /api/tariffs', { body: { name: 'Mar fijo', type: 'maritimo', pricePerPound: 1 } })
  ).data
  const other = await shop.addClient({ phone: '50586904488', defaultTariffMaritimoId: seaExpress.id })
  const known = await shop.receive({ tracking: 'T2' })
  const { id } = await previewCells(shop, 'packages', 'Tracking;Método\nT2;Marítimo')
  await shop.user.ok('PUT /api/packages/:id', {
    params: { id: known.id },
    body: {
      shippingMethod: 'aereo',
      clientId: other.id,
      tariffId: shop.air.id,
      statusId: known.statusId,
      tracking: 'T2',
      weight: 2,
    },
  })
  await runLoad(world, shop, id)
  expect(await newest(shop, 'T2')).toMatchObject({ tariffId: seaExpress.id, shippingMethod: 'maritimo', totalPrice: 2 })
})

test('a tariff that was ended after the preview is given to no package and no client', async () => {
  const old = await addTariff(shop, 'Vieja', 1)
  const packages = await previewCells(shop, 'packages', 'Tracking;Método;Tarifa\nT3;Aéreo;Vieja\nT4;Aéreo;')
  const clients = await previewCells(shop, 'clients', `Casillero;Tarifa aérea\n${shop.client.casillero};Vieja`)
  expect([packages.counts.error, clients.counts.error]).toEqual([0, 0])
  const { name, type, pricePerPound, version } = old
  await shop.admin.ok('PUT /api/tariffs/:id', {
    params: { id: old.id },
    body: { name, type, pricePerPound, version, isActive: false },
  })
  const done = await runLoad(world, shop, packages.id)
  expect(done.result).toMatchObject({ new: 1, refused: 1 })
  expect((await rowsOf(shop, packages.id))[0]?.detail).toBe('La tarifa está inactiva o fuera de su vigencia')
  expect((await runLoad(world, shop, clients.id)).result).toMatchObject({ updated: 0, refused: 1 })
})

test('a tariff keeps its name as it is written, however the file writes it', async () => {
  const { id } = await previewCells(shop, 'tariffs', 'Nombre;Método;Precio\nAEREO;Aéreo;4,10')
  await runLoad(world, shop, id)
  const { data } = await shop.user.ok('GET /api/tariffs', { query: { type: 'aereo' } })
  expect(data.map((one) => [one.name, one.pricePerPound])).toEqual([['Aéreo', 4.1]])
})

test('a second row about one new package or client is refused, by whichever of its numbers it names it', async () => {
  const packages = await previewCells(
    shop,
    'packages',
    'Tracking;Tracking de bodega;Método\nD1;W1;Aéreo\nW1;;Aéreo\nD2;W1;Aéreo\n9400111899526018159083;;Aéreo\n420331669400111899526018159083;;Aéreo',
  )
  expect((await rowsOf(shop, packages.id)).map(({ outcome }) => outcome)).toEqual([
    'new',
    'error',
    'error',
    'new',
    'error',
  ])
  const clients = await previewCells(
    shop,
    'clients',
    'Casillero;Nombre;Apellidos;Teléfono\n900;Eva;Ruiz;86904433\n;Eva;Ruiz;86904433\n901;Luz;Ruiz;86904433',
  )
  expect((await rowsOf(shop, clients.id)).map(({ outcome }) => outcome)).toEqual(['new', 'error', 'new'])
})

test('a package that a file says was received today is not received in the future', async () => {
  // Eight in the morning in Managua.
  world.setTime(new Date('2026-10-05T14:00:00Z'))
  const { id } = await previewCells(shop, 'packages', 'Tracking;Método;Fecha\nM1;Aéreo;2026-10-05')
  await runLoad(world, shop, id)
  const { id: moved } = await previewCells(shop, 'statuses', 'Tracking;Estado;Fecha\nM1;Entregado;2026-10-05')
  await runLoad(world, shop, moved)
  const found = await newest(shop, 'M1')
  expect(found?.createdAt).toBe('2026-10-05T14:00:00.000Z')
  expect(found?.statusHistory).not.toContain('T18:00')
})

test('a file of which not all rows were kept cannot be mapped', async () => {
  const { data } = await shop.user.ok('POST /api/imports', {
    body: { kind: 'packages', text: 'Tracking;Método\nI1;Aéreo\nI2;Aéreo' },
  })
  await world.owner.query('delete from import_rows where import_id = $1 and row_number = 3', [data.id])
  const refused = await shop.user.refused('PUT /api/imports/:id/mapping', {
    params: { id: data.id },
    body: { mapping: ['tracking', 'shippingMethod'] },
  })
  expect([refused.status, refused.code]).toEqual([409, 'import_incomplete'])
})

test('only the row that fails is refused, while another call goes on with the load', async () => {
  await shop.receive({ tracking: 'R1' })
  await shop.receive({ tracking: 'R2', statusId: shop.statuses.received })
  const { id } = await previewCells(shop, 'statuses', 'Tracking;Estado\nR1;Entregado\nR2;Listo para retirar')
  // The final status is left to the hand-over by the time the rows are written.
  await world.owner.query('update companies set requires_paid_handover = true where id = $1', [shop.id])
  await world.owner.query(`update imports set status = 'running', run_by = $2, started_at = now() where id = $1`, [
    id,
    shop.user.userId,
  ])
  let calls = 0
  await advanceImport(async (run) => {
    calls += 1
    // The chunk, then the row alone: both fail; before it is refused another server has refused it.
    if (calls === 3)
      await world.owner.query(`update import_rows set state = 'refused' where import_id = $1 and row_number = 2`, [id])
    return await world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, run)
  }, id)
  const states = (await rowsOf(shop, id)).map(({ state }) => state)
  expect(states).toEqual(['refused', 'done'])
})

test('a load of all or nothing that runs out of time ends as failed, and is tried again where the database was away', async () => {
  const { id } = await previewCells(shop, 'packages', 'Tracking;Método\nW1;Aéreo')
  const start = `update imports set status = 'running', all_or_nothing = true, run_by = $2, started_at = now() where id = $1`
  await world.owner.query(start, [id, shop.user.userId])
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now')
  const advance = (spentMs: number) =>
    advanceImport(async (run, maxMs) => {
      if (maxMs === undefined) return await world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, run)
      clock.mockImplementation(() => now() + spentMs)
      throw new AppError('unavailable')
    }, id)
  await expect(advance(1_000)).rejects.toThrow(AppError)
  clock.mockImplementation(now)
  expect((await shop.user.ok('GET /api/imports/:id', { params: { id } })).data.status).toBe('running')
  await advance(120_000)
  clock.mockRestore()
  const { data } = await shop.user.ok('GET /api/imports/:id', { params: { id } })
  expect([data.status, data.failure]).toEqual(['failed', expect.stringContaining('sin «Todo o nada»')])
  expect((await shop.receive({ tracking: 'W2' })).companyPackageId).toBe(1)
})

/** A load of a status that is under way and cannot be ended. */
async function spoilLoad(shop: Shop, [table, sqlState]: readonly [string, string]) {
  await shop.receive({ tracking: 'X1', statusId: shop.statuses.received, shouldNotifyStorage: false })
  const { id } = await previewCells(shop, 'statuses', 'Tracking;Estado\nX1;Listo para retirar')
  const start = "update imports set status = 'running', notify = true, run_by = $2, started_at = now() where id = $1"
  await world.owner.query(start, [id, shop.user.userId])
  await world.owner.query(`
    create function spoil() returns trigger language plpgsql as $$ begin
      raise exception 'It cannot be written' using errcode = '${sqlState}'; end $$;
    create trigger spoil before insert or update on ${table} for each row when (new.company_id = '${shop.id}') execute function spoil()`)
  return { id, drop: () => world.owner.query('drop function spoil cascade') }
}

test.each([
  ['whose rows take too long', ['import_rows', '57014']],
  ['whose messages cannot be written', ['messages', 'P0001']],
] as const)(
  'a load %s keeps no load of another company, rests ever longer, and ends with its reason',
  async (_, spoilt) => {
    const { id, drop } = await spoilLoad(shop, spoilt)
    const other = await openShop(world)
    const { id: sound } = await previewCells(other, 'packages', 'Tracking;Método\nS1;Aéreo')
    await world.owner.query(`update imports set status = 'running', run_by = $2, started_at = now() where id = $1`, [
      sound,
      other.user.userId,
    ])
    const stateOf = async ({ user }: Shop, load: string) =>
      (await user.ok('GET /api/imports/:id', { params: { id: load } })).data
    let nowMs = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    try {
      const job = importingJob(world.database)
      let tries = 0
      const run = () =>
        job.run().catch(() => {
          tries += 1
          return false
        })
      for (let rounds = 0; rounds < 4; rounds += 1) await run()
      expect([tries, (await stateOf(other, sound)).status, (await stateOf(shop, id)).status]).toEqual([
        1,
        'done',
        'running',
      ])
      for (let rounds = 0; rounds < 40 && (await stateOf(shop, id)).status === 'running'; rounds += 1) {
        nowMs += 61_000
        await run()
      }
      expect(await stateOf(shop, id)).toMatchObject({
        status: 'done',
        failure: 'El servidor no pudo seguir. Lo que ya se hizo queda; intente de nuevo lo que falta',
      })
    } finally {
      clock.mockRestore()
      await drop()
    }
  },
)

test('a load of clients waits for a client without holding the counter of the others', async () => {
  const { id } = await previewCells(
    shop,
    'clients',
    `Casillero;Nombre;Apellidos;Teléfono;Ciudad\n${shop.client.casillero};;;;Estelí\n;Eva;Ruiz;86904444;León`,
  )
  await holding(world.owner, ['select from clients where id = $1 for update', [shop.client.id]], async (holder) => {
    const running = shop.user.send('POST /api/imports/:id/run', { params: { id }, body: {} })
    await untilBlocked(world.owner, 1)
    await holder.query(`select from company_counters where company_id = $1 and kind = 'client' for update nowait`, [
      shop.id,
    ])
    await holder.query('rollback')
    await running
  })
  while (await importingJob(world.database).run());
  expect((await shop.user.ok('GET /api/imports/:id', { params: { id } })).data.result).toMatchObject({
    new: 1,
    updated: 1,
  })
})

test('packages are received while a load of all or nothing is written, and their numbers have no gap', async () => {
  const last = await shop.addClient({ phone: '50586904455' })
  const lines = Array.from({ length: 1_001 }, (_, n) => `G${n};Aéreo;${n === 1_000 ? last.casillero : ''}`)
  const { id } = await previewCells(shop, 'packages', ['Tracking;Método;Casillero', ...lines].join('\n'))
  await shop.user.ok('POST /api/imports/:id/run', { params: { id }, body: { allOrNothing: true } })
  await holding(world.owner, ['select from clients where id = $1 for update', [last.id]], async (holder) => {
    const writing = importingJob(world.database).run()
    await untilBlocked(world.owner, 1)
    expect((await shop.receive({ tracking: 'MEANWHILE' })).companyPackageId).toBe(1_002)
    await holder.query('rollback')
    await writing
  })
  while (await importingJob(world.database).run());
  expect((await shop.user.ok('GET /api/imports/:id', { params: { id } })).data).toMatchObject({
    status: 'done',
    result: { new: 1_001 },
  })
  expect((await newest(shop, 'G1000'))?.companyPackageId).toBe(1_001)
  await expectWhole(world)
})

test('a row of a new package whose tracking came after the preview is refused with the number of that package', async () => {
  const { id } = await previewCells(shop, 'packages', 'Tracking;Método\nDU1;Aéreo\nDU2;Aéreo')
  const { companyPackageId } = await shop.receive({ tracking: 'DU1' })
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 1, refused: 1 })
  expect((await rowsOf(shop, id))[0]?.detail).toBe(`Tracking: ya es del paquete #${companyPackageId}`)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds of the test's clock until a piece of work has ended. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  let until = Number.NaN
  const ended = work().then(() => {
    until = performance.now()
  })
  await vi.runAllTimersAsync()
  await ended
  return until - from
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a load rests after some rows for one and a half times as long as they took, and not after its end', async () => {
  vi.useFakeTimers()
  const chunkThat = (outcome: 'more' | 'over'): InCompany => {
    const run = async () => {
      await after(40)
      return outcome
    }
    // The outcome of a chunk is what its transaction gives, which this one does not run.
    return run as InCompany
  }
  expect(await timeOf(() => advanceImport(chunkThat('more'), 'a'))).toBe(100)
  expect(await timeOf(() => advanceImport(chunkThat('over'), 'a'))).toBe(40)
})

test('a call rests after each piece for as long as that took, until it has taken a while', async () => {
  vi.useFakeTimers()
  const rest = createCallThrottle()
  const piece = async () => {
    const from = performance.now()
    await after(50)
    await rest(from)
  }
  expect(await timeOf(piece)).toBe(100)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await timeOf(piece)).toBeLessThan(100)
})

test('a load drops the plans of its connection less often the longer it goes on', async () => {
  const shop = await openShop(world)
  const actor = { companyId: shop.id, userId: shop.user.userId }
  const statementsAt = (steps: number) =>
    world.statementsOf(() => world.database.asUser(actor, (db) => dropOldPlans(db, { ...startCursor(), steps })))
  const drops: number[] = []
  for (let steps = 0; steps < 18; steps += 1)
    if ((await statementsAt(steps)).includes('discard plans')) drops.push(steps)
  expect(drops).toEqual([0, 1, 2, 4, 8, 16])
})

test('a row that waits before the place up to which a server has written a load is written before the load ends', async () => {
  const shop = await openShop(world)
  const { id } = await previewCells(shop, 'packages', 'Tracking;Método\nP1;Aéreo\nP2;Aéreo')
  const start = `update imports set status = 'running', run_by = $2, started_at = now() where id = $1`
  await world.owner.query(start, [id, shop.user.userId])
  const inCompany: InCompany = (run) => world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, run)
  while (await advanceImport(inCompany, id, { steps: 0, row: 1_000 }));
  expect((await rowsOf(shop, id)).map(({ state }) => state)).toEqual(['done', 'done'])
})
