import { businessDate } from '@casillero/shared/domain/business-date'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { findAgeStep } from '../../../../tests/support/age-step.ts'
import { copyRows } from '../../../../tests/support/copy-rows.ts'
import { handoverOf } from '../../../../tests/support/hand-over.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareMessenger } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { isWholeRun, seed } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import { remindingJob } from './jobs.ts'

const world = openWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

/** Late in the evening of 21 November in Managua, when UTC has the next day already. */
const now = new Date('2026-11-22T05:30:00Z')
const dayMs = 86_400_000
const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)

const list = async (shop: Shop, query: object = { page: '1' }) => await shop.viewer.ok('GET /api/waiting', { query })
const totals = async (shop: Shop) => (await shop.viewer.ok('GET /api/waiting/totals')).data
const move = (shop: Shop, id: string, statusId: string) =>
  shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId } })

async function receiveAt(shop: Shop, at: Date, values: object = {}) {
  world.setTime(at)
  const received = await shop.receive(values)
  world.setTime(now)
  return received
}

test(`clients wait by the day on which each package last became ready, added up one by one`, async () => {
  const random = randomOf(seed)
  const clients = [shop.client, await shop.addClient(), await shop.addClient()]
  const naive = new Map<string, { days: number[]; cents: number }>()
  for (let made = 0; made < 40; made += 1) {
    const clientId = clients[random(3)]?.id ?? ''
    const weight = random(4) === 0 ? null : (100 + random(900)) / 100
    const at = new Date(daysBefore(random(45)).getTime() - random(1440) * 60_000)
    const fate = random(5)
    const { id } = await receiveAt(shop, at, {
      clientId,
      weight,
      ...(fate === 0 ? { statusId: shop.statuses.received } : {}),
    })
    let since = at
    if (fate === 1) {
      since = new Date(at.getTime() + random(Math.max(1, now.getTime() - at.getTime())))
      world.setTime(at)
      await move(shop, id, shop.statuses.inCustoms)
      world.setTime(since)
      await move(shop, id, shop.statuses.ready)
      world.setTime(now)
    }
    if (fate === 2) await move(shop, id, shop.statuses.delivered)
    if (fate === 3) await shop.admin.ok('DELETE /api/packages/:id', { params: { id } })
    if (fate !== 1 && fate !== 4) continue
    const own = naive.get(clientId) ?? { days: [], cents: 0 }
    own.days.push((Date.parse(businessDate(now)) - Date.parse(businessDate(since))) / dayMs)
    own.cents += Math.round((weight ?? 0) * 100)
    naive.set(clientId, own)
  }
  const unowned = await receiveAt(shop, daysBefore(9), { clientId: null })
  const stepsOf = (days: readonly number[]) =>
    ageSteps.map((_, step) => days.filter((one) => findAgeStep(one) === step).length)
  const { data, pagination } = await list(shop)
  expect(pagination.total).toBe(naive.size)
  expect(new Map(data.map(({ id, days, count, weight, byAge }) => [id, { days, count, weight, byAge }]))).toEqual(
    new Map(
      [...naive].map(([id, { days, cents }]) => [
        id,
        { days: Math.max(...days), count: days.length, weight: cents / 100, byAge: stepsOf(days) },
      ]),
    ),
  )
  expect(data.map(({ days }) => days)).toEqual(data.map(({ days }) => days).toSorted((one, other) => other - one))
  // The package without an owner is in no client's row, and waits too.
  const all = [...naive.values(), { days: [9], cents: Math.round((unowned.weight ?? 0) * 100) }]
  expect(await totals(shop)).toEqual({
    count: all.flatMap(({ days }) => days).length,
    oldestDays: Math.max(...all.flatMap(({ days }) => days)),
    weight: all.reduce((sum, { cents }) => sum + cents, 0) / 100,
    clients: naive.size,
    unowned: 1,
    byAge: stepsOf(all.flatMap(({ days }) => days)),
    statusId: shop.statuses.ready,
  })
})

test('a package that became ready at Managua’s midnight is in the step of that day, and one of a second before in the next', async () => {
  for (const at of ['2026-11-18T06:00:00Z', '2026-11-18T05:59:59Z', '2026-10-22T06:00:00Z', '2026-10-22T05:59:59Z'])
    await receiveAt(shop, new Date(at))
  expect((await list(shop)).data).toMatchObject([{ days: 31, count: 4, byAge: [1, 1, 0, 1, 1] }])
})

test('a search finds clients by name and casillero, pages neither repeat nor skip, and a company sees its own alone', async () => {
  const other = await openShop(world)
  const ids = []
  for (let index = 0; index < 3; index += 1) {
    const { id } = await shop.addClient({ firstName: 'Ánika', lastNames: `Paz ${index}` })
    ids.push(id)
    await receiveAt(shop, daysBefore(10 - index), { clientId: id })
  }
  await receiveAt(shop, daysBefore(1))
  const found = async (query: object) => (await list(shop, query)).data.map(({ id }) => id)
  expect(await found({ page: '1', search: 'anika paz' })).toEqual(ids)
  expect(await found({ page: '1', search: shop.client.casillero })).toEqual([shop.client.id])
  expect([...(await found({ page: '1', limit: '3' })), ...(await found({ page: '2', limit: '3' }))]).toEqual([
    ...ids,
    shop.client.id,
  ])
  expect((await list(shop, { page: '9', search: 'anika' })).pagination).toMatchObject({ total: 3, pages: 1 })
  expect((await totals(shop)).count).toBe(4)
  expect([(await list(other)).data, (await totals(other)).count]).toEqual([[], 0])
})

test('the list and the totals read no large table row by row where a company has thousands of delivered packages', async () => {
  await receiveAt(shop, daysBefore(3))
  const delivered = `'status_id', '${shop.statuses.delivered}'::uuid`
  const count = isWholeRun ? 20_000 : 5_000
  const numbers = `'company_package_id', 1000 + n, 'label_code', lpad(n::text, 8, '0')`
  // Packages of other companies, each with statuses of its own: how many statuses there are decides the plan.
  const others = `'company_id', uuidv7(), 'status_id', uuidv7()`
  for (const values of [others, delivered])
    await copyRows(world, {
      table: 'packages',
      companyId: shop.id,
      count,
      values: `${numbers}, ${values}`,
    })
  await world.owner.query('vacuum analyze package_status_changes')
  const statements = await world.statementsOf(async () => {
    await list(shop)
    await totals(shop)
  })
  expect(statements).toHaveLength(2)
  for (const statement of statements) {
    const plan = await world.database.asUser({ companyId: shop.id, userId: shop.viewer.userId }, async (db) =>
      JSON.stringify((await sql.raw(`explain (format json) ${statement}`).execute(db)).rows),
    )
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"(packages|messages)"/)
    expect(plan).toMatch(/packages_(in_status|since)/)
  }
})
const messenger = shareMessenger(world)
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

const remind = (id = shop.client.id) => shop.user.send('POST /api/clients/:id/waiting-reminders', { params: { id } })
const reminders = async (id = shop.client.id) => {
  const { data } = await shop.viewer.ok('GET /api/messages', { query: { clientId: id, page: '1' } })
  return data.filter(({ templateTitle }) => templateTitle === 'Recordatorio')
}
const rule = (waitingReminderDays: number | null) =>
  shop.admin.ok('PUT /api/companies/update', { body: { waitingReminderDays } })
const runRule = () => remindingJob(world.database).run()

async function receiveAgo(days: number, values: object = {}) {
  world.setTime(daysAgo(days))
  const received = await shop.receive({ shouldNotifyStorage: false, ...values })
  world.setTime(undefined)
  return received
}

test('a reminder names all packages that are ready, how many and for how long, and stands in the log', async () => {
  await receiveAgo(40, { tracking: 'T3', statusId: shop.statuses.inCustoms })
  await receiveAgo(12, { tracking: 'T1', weight: 2 })
  await receiveAgo(3, { tracking: 'T2', weight: 1.5 })
  const session = await messenger.link(shop)
  const answer = await remind()
  expect([answer.statusCode, answer.json().data.templateTitle]).toEqual([201, 'Recordatorio'])
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  expect(log[0]).toMatchObject({ entityId: answer.json().data.id, action: 'insert' })
  await messenger.until(() => messenger.fake.sentBy(session).length > 0)
  const [sent] = messenger.fake.sentBy(session)
  expect(sent?.text).toContain('tiene 2 paquetes *por retirar*')
  expect(sent?.text).toContain('T1, T2')
  expect(sent?.text).toContain('3.5')
  expect(sent?.text).toContain('Días de espera: 12')
})

test('a reminder that waits is cancelled when the package is handed over, and leaves to no client', async () => {
  const session = await messenger.link(shop)
  messenger.fake.behaveToSends('normal')
  const courierPackage = await receiveAgo(12)
  await shop.invoice([courierPackage], { payments: [{ total: 7.5, method: 'cash' }] })
  await remind()
  await shop.user.ok('POST /api/handovers', { body: handoverOf(shop, [courierPackage]) })
  expect(await reminders()).toMatchObject([
    { state: 'cancelled', error: 'El paquete cambió de estado antes de que saliera el aviso' },
  ])
  await messenger.until(async () => messenger.fake.sentBy(session).length > 0)
  expect(
    messenger.fake
      .sentBy(session)
      .map(({ text }) => text)
      .join(),
  ).not.toContain('por retirar')
  const again = await shop.user.send('POST /api/messages/:id/resend', {
    params: { id: (await reminders())[0]?.id ?? '' },
  })
  expect([again.statusCode, again.json().message]).toEqual([409, 'El cliente no tiene paquetes por retirar'])
})

test('a package that leaves the status leaves the reminder, which tells of the others', async () => {
  const session = await messenger.link(shop)
  const [one] = [await receiveAgo(12, { tracking: 'T1' }), await receiveAgo(3, { tracking: 'T2' })]
  await remind()
  const body = { packageIds: [one.id], statusId: shop.statuses.inCustoms }
  await shop.user.ok('PATCH /api/packages/status', { body })
  await messenger.until(() => messenger.fake.sentBy(session).some(({ text }) => text.includes('por retirar')))
  const sent = messenger.fake.sentBy(session).find(({ text }) => text.includes('por retirar'))
  expect(sent?.text).toContain('1 paquete *por retirar*')
  expect(sent?.text).toContain('Tracking: T2')
  expect(sent?.text).toContain('Días de espera: 3')
})

test('of thirty attempts at once by several users and the rule one makes the message, and the others are told of it', async () => {
  await rule(5)
  await receiveAgo(12)
  const lock: [string, unknown[]] = ['select from clients where id = $1 for update', [shop.client.id]]
  const answers = await holding(world.owner, lock, async (holder) => {
    const tries = Array.from({ length: 8 }, () => remind())
    const byRule = [runRule(), runRule()]
    await untilBlocked(world.owner, 3)
    await holder.query('rollback')
    await Promise.all(byRule)
    return await Promise.all(tries)
  })
  expect(await reminders()).toHaveLength(1)
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(refused.length).toBeGreaterThan(6)
  expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['already_reminded']))
})

test('a reminder of debts keeps none of packages back, nor the other way round', async () => {
  await shop.invoice([await receiveAgo(12)])
  const ofDebt = await shop.user.send('POST /api/clients/:id/reminders', { params: { id: shop.client.id } })
  expect([ofDebt.statusCode, (await remind()).statusCode, (await remind()).statusCode]).toEqual([201, 201, 409])
  const { data } = await shop.viewer.ok('GET /api/waiting')
  expect(data).toMatchObject([{ reminder: { state: 'queued', isDue: false } }])
})

test('a client without ready packages, who wants no messages, has no usable phone or is another company’s is not reminded', async () => {
  const refusal = async (id?: string) => {
    const answer = await remind(id)
    return [answer.statusCode, answer.json().message]
  }
  expect(await refusal()).toEqual([409, 'El cliente no tiene paquetes por retirar'])
  await receiveAgo(5)
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: false } })
  expect(await refusal()).toEqual([409, 'El cliente pidió no recibir mensajes'])
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: true } })
  await world.owner.query(`update clients set phone = '2278990' where id = $1`, [shop.client.id])
  expect(await refusal()).toEqual([409, 'El teléfono del cliente no sirve para WhatsApp; corríjalo antes'])
  expect((await refusal((await openShop(world)).client.id))[0]).toBe(404)
})

test('the rule is off at first, and reminds from its day on each client once, for all packages together', async () => {
  const other = await shop.addClient()
  await receiveAgo(12)
  await receiveAgo(9)
  await receiveAgo(4, { clientId: other.id })
  await runRule()
  expect(await reminders()).toEqual([])
  await rule(5)
  await runRule()
  await runRule()
  expect([(await reminders()).length, (await reminders(other.id)).length]).toEqual([1, 0])
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  expect(log).toEqual([])
  await rule(4)
  await runRule()
  expect([(await reminders()).length, (await reminders(other.id)).length]).toEqual([1, 1])
  await rule(null)
})

test('a client whose reminder cannot be written keeps it from no client and no company after them, and comes last the next time', async () => {
  const [second, third, other] = [await shop.addClient(), await shop.addClient(), await openShop(world)]
  world.setTime(daysAgo(12))
  await other.receive({ shouldNotifyStorage: false })
  world.setTime(undefined)
  await receiveAgo(12)
  await receiveAgo(9, { clientId: second.id })
  await receiveAgo(8, { clientId: third.id })
  for (const { admin } of [shop, other])
    await admin.ok('PUT /api/companies/update', { body: { waitingReminderDays: 5 } })
  await world.owner.query(`
    create function spoil() returns trigger language plpgsql as $$ begin raise exception 'It cannot be written'; end $$;
    create trigger spoil before insert on messages for each row when (new.client_id = '${shop.client.id}') execute function spoil()`)
  const job = remindingJob(world.database, { everyMs: 1, mostAtOnce: 2 })
  const counts = async () => {
    const { rows } = await world.owner.query(
      "select client_id as id, count(*)::int as count from messages where occasion = 'waiting' group by client_id",
    )
    return [shop.client.id, second.id, third.id, other.client.id].map(
      (id) => rows.find((row) => row.id === id)?.count ?? 0,
    )
  }
  try {
    await expect(job.run()).rejects.toThrow('It cannot be written')
    expect(await counts()).toEqual([0, 1, 0, 1])
    await expect(job.run()).rejects.toThrow('It cannot be written')
    expect(await counts()).toEqual([0, 1, 1, 1])
  } finally {
    await world.owner.query('drop function spoil cascade')
    for (const { admin } of [shop, other])
      await admin.ok('PUT /api/companies/update', { body: { waitingReminderDays: null } })
  }
})

test('the rule reminds again after a week, whatever became of the reminder, and no sooner', async () => {
  await rule(5)
  await receiveAgo(30)
  await runRule()
  const state = (days: number) =>
    world.owner.query(
      `update messages set state = 'failed', error = 'x', created_at = created_at - $2 * interval '1 day' where company_id = $1`,
      [shop.id, days],
    )
  await state(6)
  await runRule()
  expect(await reminders()).toHaveLength(1)
  await state(1)
  await runRule()
  expect(await reminders()).toHaveLength(2)
})

test('the rule passes over clients who want no messages and companies that are closed', async () => {
  await rule(5)
  await receiveAgo(12)
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: false } })
  await runRule()
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: true } })
  await world.owner.query("update companies set status = 'suspended' where id = $1", [shop.id])
  await runRule()
  await world.owner.query("update companies set status = 'active' where id = $1", [shop.id])
  expect(await reminders()).toEqual([])
})

test('the days of the rule are 1 to 365, as a number or as text, and empty for none', async () => {
  const set = async (waitingReminderDays: unknown) => {
    const answer = await shop.admin.send('PUT /api/companies/update', { body: { waitingReminderDays } })
    return answer.json().company?.waitingReminderDays ?? answer.json().fields?.waitingReminderDays ?? null
  }
  expect([await set(7), await set('12'), await set(''), await set(365)]).toEqual([7, 12, null, 365])
  for (const days of [0, 366, '0', '999', 1.5, 'x', true])
    expect(await set(days), String(days)).toBe('Ingrese de 1 a 365 días')
  expect(await set(null)).toBeNull()
})
