import { expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { addPrealert } from '../../../../tests/support/sample-prealert-calls.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const copies = 'GET /api/receptions/clients'

test('the copy of the clients has what finds a casillero and a tariff, and neither phones nor addresses', async () => {
  await (await openShop(world)).addClient({ firstName: 'Ajena' })
  const { data } = await shop.viewer.ok(copies)
  const { id, casillero, firstName, middleName, lastNames } = shop.client
  const tariffs = { defaultTariffMaritimoId: null, defaultTariffAereoId: null }
  expect(data).toEqual({
    clients: [{ id, casillero, formerCasilleros: [], firstName, middleName, lastNames, ...tariffs }],
    removed: [],
    asOf: expect.any(String),
    next: null,
  })
})

test('the copy asks for what changed since: new, edited and deleted clients, and no other', async () => {
  const edited = await shop.addClient({ firstName: 'Róger' })
  const deleted = await shop.addClient({ firstName: 'Karla' })
  // As if all of them had been written an hour ago.
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await world.owner.query(
    `begin; set local app.now = '${hourAgo}'; update clients set city = 'León' where company_id = '${shop.id}'; commit`,
  )
  const since = new Date(Date.now() - 1_800_000).toISOString()
  expect((await shop.user.ok(copies, { query: { since } })).data).toMatchObject({ clients: [], removed: [] })
  const { id, firstName, phone } = edited
  await shop.user.ok('PUT /api/client/:id', {
    params: { id },
    body: { firstName, phone, lastNames: 'Urbina Solórzano' },
  })
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: deleted.id } })
  const added = await shop.addClient({ firstName: 'Denis' })
  const { data } = await shop.user.ok(copies, { query: { since } })
  expect(data.clients.map((one) => [one.id, one.lastNames])).toEqual([
    [id, 'Urbina Solórzano'],
    [added.id, added.lastNames],
  ])
  expect(data.removed).toEqual([deleted.id])
  expect(Date.parse(data.asOf)).toBeLessThan(Date.now())
})

test('the copy takes away a client that was merged, and gives its casillero to the one that is left', async () => {
  const gone = await shop.addClient({ firstName: 'Róger' })
  const { data: before } = await shop.user.ok(copies)
  const { id, casillero } = shop.client
  await shop.admin.ok('POST /api/clients/:id/merge', { params: { id: gone.id }, body: { intoClientId: id } })
  const { data } = await shop.user.ok(copies, { query: { since: before.asOf } })
  expect(data.removed).toEqual([gone.id])
  expect(data.clients).toMatchObject([{ id, casillero, formerCasilleros: [gone.casillero] }])
})

test('a large company’s clients come in pages of a thousand, each once', async () => {
  await world.owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
     select $1, 'X' || n, 'Ana', 'Paz ' || n, '50588001122', 'ana paz ' || n, '|x' || n || '|' from generate_series(1, 2100) n`,
    [shop.id],
  )
  const seen: string[] = []
  let after: string | undefined
  do {
    const { data } = await shop.user.ok(copies, { query: after === undefined ? {} : { after } })
    seen.push(...data.clients.map(({ id }) => id))
    after = data.next ?? undefined
  } while (after !== undefined)
  expect([seen.length, new Set(seen).size]).toEqual([2101, 2101])
})

test('a moment that is none is refused, and one that the calendar does not have breaks nothing', async () => {
  const { user } = await openShop(world)
  for (const since of ['ayer', '2026-99-01T00:00:00Z', "2026-01-01T00:00:00Z' or 1=1"]) {
    expect((await user.refused(copies, { query: { since } })).fields, since).toEqual({ since: 'Fecha no válida' })
  }
  expect((await user.send(copies, { query: { since: '2026-02-30T00:00:00Z' } })).statusCode).toBeLessThan(500)
})
const expectedCopies = 'GET /api/receptions/prealerts'

test('the copy of what is expected has what a scan shows, without what came, was cancelled or is another company’s', async () => {
  await addPrealert(await openShop(world))
  const [first, came, cancelled, last] = [
    await addPrealert(shop),
    await addPrealert(shop),
    await addPrealert(shop),
    await addPrealert(shop, null),
  ]
  await shop.receive({ tracking: came.tracking })
  await shop.user.ok('DELETE /api/prealerts/:id', { params: { id: cancelled.id } })
  const { data } = await shop.viewer.ok(expectedCopies)
  expect(data).toEqual(
    [last, first].map(({ id, client, rival, tracking, store, description, declaredValue, expectedOn }) => ({
      id,
      client,
      rival,
      tracking,
      store,
      description,
      declaredValue,
      expectedOn,
    })),
  )
})

test('the copy of what is expected ends with the newest five thousand', async () => {
  await world.owner.query(
    `insert into prealerts (company_id, client_id, tracking, search_text)
     select $1, $2, 'PRE-' || n, '' from generate_series(1, 5002) n`,
    [shop.id, shop.client.id],
  )
  const { data } = await shop.user.ok(expectedCopies)
  expect(data).toHaveLength(5_000)
  expect(data.some(({ tracking }) => ['PRE-1', 'PRE-2'].includes(tracking))).toBe(false)
})
