import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { copyRows } from '../../../../tests/support/copy-rows.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { isWholeRun } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

const list = async (shop: Shop, query: object = { page: '1' }) =>
  await shop.viewer.ok('GET /api/packages/unowned', { query })
const label = (shop: Shop, clientPackageName: string | null, values: object = {}) =>
  shop.receive({ clientId: null, clientPackageName, ...values })
const assign = (shop: Shop, { id, version }: { id: string; version: number }, body: object = {}) =>
  shop.user.send('POST /api/packages/:id/owner', {
    params: { id },
    body: { clientId: shop.client.id, version, ...body },
  })

test('the list has the packages without a client, newest first, with the days that they wait, and no others', async () => {
  world.setTime(new Date('2026-11-20T05:59:00Z'))
  const old = await label(shop, 'CHEPE')
  world.setTime(new Date('2026-11-22T06:00:00Z'))
  const young = await label(shop, null, { tracking: null, warehouseTracking: 'W-7', weight: null })
  const gone = await label(shop, 'BORRADO')
  await shop.receive()
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: gone.id } })
  const { data, pagination } = await list(shop)
  expect(data).toMatchObject([
    { id: young.id, clientPackageName: null, warehouseTracking: 'W-7', weight: null, days: 0, candidates: [] },
    { id: old.id, clientPackageName: 'CHEPE', days: 3, version: 1, tariffId: shop.air.id },
  ])
  expect(pagination.total).toBe(2)
  expect((await shop.viewer.ok('GET /api/packages/unowned/count')).data).toEqual({ count: 2 })
  expect((await list(await openShop(world))).data).toEqual([])
})

test('a search finds a package by what its label says and by its tracking, in this list and in that of all', async () => {
  const one = await label(shop, 'Ferret. Hnos. Ñurinda', { tracking: '442188299004' })
  await label(shop, 'OTRA')
  const found = async (search: string) => (await list(shop, { page: '1', search })).data.map(({ id }) => id)
  expect(await found('nurinda ferret')).toEqual([one.id])
  expect(await found('hnos.')).toEqual([one.id])
  expect(await found('882990')).toEqual([one.id])
  expect(await found('%')).toEqual([])
  expect((await list(shop, { page: '5', search: 'nurinda' })).pagination).toMatchObject({ total: 1, pages: 1 })
  const all = await shop.viewer.ok('GET /api/packages', { query: { page: '1', search: 'ñurinda' } })
  expect(all.data.map(({ id }) => id)).toEqual([one.id])
  const body = { ...one, clientPackageName: 'Pulpería Ñandú', version: one.version }
  await shop.user.ok('PUT /api/packages/:id', { params: { id: one.id }, body })
  expect([await found('nurinda'), await found('nandu')]).toEqual([[], [one.id]])
})

test('a label is read for mailbox numbers first, then for names that are alike, those of this company alone', async () => {
  const other = await openShop(world)
  const add = (firstName: string, lastNames: string) => shop.addClient({ firstName, lastNames })
  const [tellez, obregon, martinez, rayo] = [
    await add('María José', 'Téllez Arauz'),
    await add('José Ángel', 'Obregón Téllez'),
    await add('Guadalupe del Carmen', 'Martínez Zúñiga'),
    await add('Ferretería', 'Hermanos Rayo'),
  ]
  await other.addClient({ firstName: 'María', lastNames: 'Téllez' })
  const prefix = martinez.casillero.slice(0, 3)
  const number = Number(martinez.casillero.slice(3))
  await label(shop, 'M. TELLEZ')
  await label(shop, `J OBREGON, ${prefix} ${number}`)
  await label(shop, 'FERRET. HNOS RAYO')
  await label(shop, 'Telles')
  await label(shop, '(ilegible)')
  await label(shop, '漢字')
  const { data } = await list(shop)
  const named = Object.fromEntries(
    data.map(({ clientPackageName, candidates }) => [clientPackageName, candidates.map(({ id }) => id)]),
  )
  expect(named['M. TELLEZ']).toEqual([tellez.id, obregon.id])
  expect(named[`J OBREGON, ${prefix} ${number}`]?.slice(0, 2)).toEqual([martinez.id, obregon.id])
  expect(named['FERRET. HNOS RAYO']).toEqual([rayo.id])
  expect(named.Telles?.toSorted()).toEqual([tellez.id, obregon.id].toSorted())
  expect([named['(ilegible)'], named.漢字]).toEqual([[], []])
  const [first] = data.find(({ clientPackageName }) => clientPackageName?.startsWith('J OBREGON'))?.candidates ?? []
  expect(first).toMatchObject({ casillero: martinez.casillero, found: `${prefix} ${number}` })
})

test('a label is offered the four that are the likest, of as like ones the first by name, a sure one alone, and none where it has two letters', async () => {
  const add = (firstName: string) => shop.addClient({ firstName, lastNames: 'Téllez' })
  const [zoila, dora, cruz, beto, ana] = [
    await add('Zoila'),
    await add('Dora'),
    await add('Cruz'),
    await add('Beto'),
    await add('Ana'),
  ]
  for (const text of ['ZOILA TELLEZ', 'Z. TELLEZ', 'TELLEZ', 'Zo']) await label(shop, text)
  const offered = (await list(shop)).data.map(({ candidates }) => candidates.map(({ id }) => id))
  expect(offered).toEqual([
    [],
    [ana, beto, cruz, dora].map(({ id }) => id),
    [zoila, ana, beto, cruz].map(({ id }) => id),
    [zoila.id],
  ])
})

test('neither the clients of another company nor those that are deleted take the places of a label', async () => {
  const other = await openShop(world)
  const like = await shop.addClient({ firstName: 'Zoyla', lastNames: 'Téllez' })
  const likest = { firstName: 'Zoila', lastNames: 'Téllez' }
  for (let at = 0; at < 4; at++) {
    await other.addClient(likest)
    const { id } = await shop.addClient(likest)
    await shop.admin.ok('DELETE /api/client/:id', { params: { id } })
  }
  await label(shop, 'ZOILA TELLEZ')
  expect((await list(shop)).data[0]?.candidates.map(({ id }) => id)).toEqual([like.id])
})

test('a package gets its owner with the tariff that follows, its number, code and history stay, and the log has it', async () => {
  const body = { name: 'De Ana', type: 'aereo' as const, pricePerPound: 3 }
  const own = (await shop.admin.ok('POST /api/tariffs', { body })).data
  const client = await shop.addClient({ defaultTariffAereoId: own.id })
  const before = await label(shop, 'ANA', { weight: 4 })
  const answer = await assign(shop, before, { clientId: client.id })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data).toMatchObject({
    client: { id: client.id },
    tariff: { name: 'De Ana' },
    totalPrice: 12,
    companyPackageId: before.companyPackageId,
    labelCode: before.labelCode,
    statusHistory: before.statusHistory,
    clientPackageName: 'ANA',
    version: before.version + 1,
  })
  expect((await list(shop)).data).toEqual([])
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'packages' } })
  expect(log[0]).toMatchObject({ action: 'update', entityId: before.id, after: { client_id: client.id } })
  const { data: messages } = await shop.viewer.ok('GET /api/messages', { query: { packageId: before.id } })
  expect(messages).toEqual([])
})

test('the client is notified of the status where that is wanted, and the undo cancels the message that waits for it', async () => {
  const before = await label(shop, 'ANA')
  const assigned = (await assign(shop, before, { notify: true })).json().data
  const messages = async () =>
    (await shop.viewer.ok('GET /api/messages', { query: { packageId: before.id } })).data.map(
      ({ state, templateTitle }) => [templateTitle, state],
    )
  expect(await messages()).toEqual([['Paquete listo para retirar', 'queued']])
  const wait = await world.owner.query('select next_at - created_at > interval $$8 seconds$$ as waits from messages')
  expect(wait.rows.at(-1)).toEqual({ waits: true })
  await shop.user.ok('PUT /api/packages/:id', {
    params: { id: before.id },
    body: { ...assigned, clientId: null, tariffId: before.tariffId },
  })
  expect(await messages()).toEqual([['Paquete listo para retirar', 'cancelled']])
  expect((await list(shop)).data).toMatchObject([{ id: before.id, tariffId: before.tariffId, version: 3 }])
})

test('a package that changed, that has an owner or is on no list any more is not assigned, and neither is one to a client that is gone', async () => {
  const one = await label(shop, 'ANA')
  const refusal = async (answer: ReturnType<typeof assign>) => {
    const { statusCode, ...rest } = await answer
    return [statusCode, rest.json().code]
  }
  expect(await refusal(assign(shop, { ...one, version: 7 }))).toEqual([409, 'package_changed'])
  const gone = await shop.addClient()
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: gone.id } })
  const missing = await assign(shop, one, { clientId: gone.id })
  expect([missing.statusCode, missing.json().fields]).toEqual([400, { clientId: 'El registro elegido ya no existe' }])
  expect((await assign(shop, one)).statusCode).toBe(200)
  expect(await refusal(assign(shop, one))).toEqual([409, 'package_changed'])
  expect(await refusal(assign(shop, one, { version: undefined }))).toEqual([409, 'package_changed'])
  const removed = await label(shop, 'EVA')
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: removed.id } })
  expect((await assign(shop, removed)).statusCode).toBe(404)
})

test('of several users who assign one package at once, one does, and a client gets one message', async () => {
  const other = await shop.addClient({ firstName: 'Otra' })
  const one = await label(shop, 'ANA')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      assign(shop, one, { notify: true, clientId: at % 2 === 0 ? shop.client.id : other.id, version: undefined }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const { data } = await shop.viewer.ok('GET /api/messages', { query: { packageId: one.id } })
  expect(data).toHaveLength(1)
})

test('the list and its count read the packages without a client alone where a company has thousands of others', async () => {
  await shop.receive()
  await label(shop, 'ANA')
  await copyRows(world, {
    table: 'packages',
    companyId: shop.id,
    count: isWholeRun ? 20_000 : 5_000,
    values: "'company_package_id', 1000 + n, 'label_code', lpad(n::text, 8, '0')",
    where: 't.client_id is not null',
  })
  const statements = await world.statementsOf(async () => {
    await list(shop)
    await shop.viewer.ok('GET /api/packages/unowned/count')
  })
  const ofPackages = statements.filter((statement) => statement.includes('packages p'))
  expect(ofPackages).toHaveLength(2)
  for (const statement of ofPackages) {
    const plan = await world.database.asUser({ companyId: shop.id, userId: shop.viewer.userId }, async (db) =>
      JSON.stringify((await sql.raw(`explain (format json) ${statement}`).execute(db)).rows),
    )
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"packages"/)
    expect(plan).toContain('packages_without_owner')
  }
})

test('a number that two clients announce fills no client in, is offered to both, and goes where a user saves it', async () => {
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const tracking = 'TBA309482119977'
  const draft = { clientId: other.id, tracking }
  const { id } = (await shop.user.ok('POST /api/prealerts', { body: draft })).data
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const tried = await visitPage(world, shop.host, '/mi/avisar', { secret, form: { tracking } })
  expect(tried.body).toContain('Este número ya está avisado; escríbanos y lo revisamos')
  const { prealert } = await shop.user.ok('GET /api/receptions/package', { query: { code: tracking } })
  expect(prealert).toMatchObject({ client: { id: other.id }, rival: { id: shop.client.id } })
  const [copy] = (await shop.user.ok('GET /api/receptions/prealerts', {})).data
  expect(copy).toMatchObject({ rival: { id: shop.client.id } })
  await shop.receive({ tracking, clientId: null })
  const [row] = (await shop.user.ok('GET /api/packages/unowned', {})).data
  expect(row?.candidates.map((one) => [one.id, one.isAnnounced])).toEqual([
    [other.id, true],
    [shop.client.id, true],
  ])
  await shop.user.ok('POST /api/packages/:id/owner', {
    params: { id: row?.id ?? '' },
    body: { clientId: shop.client.id },
  })
  expect((await shop.user.ok('GET /api/prealerts/:id', { params: { id } })).data.state).toBe('expected')
  const body = { clientId: shop.client.id, tracking, version: prealert?.version }
  const { data } = await shop.user.ok('PUT /api/prealerts/:id', { params: { id }, body })
  expect(data).toMatchObject({ client: { id: shop.client.id }, rival: null, state: 'received' })
})
