import type { Api } from '@casillero/shared/contract/api'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import { expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment, addSent } from '../../../../tests/support/sample-consignments.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const receive = 'POST /api/receptions'
type Body = Api[typeof receive]['body']

const scanned = (shop: Shop, values: Partial<Body> = {}): Body => ({
  tracking: '1Z999AA10123456784',
  shippingMethod: 'aereo',
  clientId: shop.client.id,
  weight: 4.5,
  weightSource: 'scale',
  ...values,
})

const logged = async (shop: Shop, column: string): Promise<unknown[]> => {
  const { rows } = await world.owner.query<{ value: unknown }>(
    `select after -> $2 as value from audit_entries where company_id = $1 and entity = 'packages' and after ? $2 order by id`,
    [shop.id, column],
  )
  return rows.map(({ value }) => value)
}

const countOf = async (shop: Shop): Promise<number> =>
  (await shop.admin.ok('GET /api/packages', { query: { page: '1' } })).pagination.total

test('a new package has the client, the automatic tariff, the first status, its weight and the source of it in the log', async () => {
  const special = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Mayorista', type: 'aereo', pricePerPound: 3.1 },
  })
  const client = await shop.addClient({ firstName: 'Róger', defaultTariffAereoId: special.data.id })
  const labelCode = makeLabelCode(Uint8Array.from([1, 2, 3, 4, 5]))
  const { data, notice } = await shop.user.ok(receive, { body: scanned(shop, { clientId: client.id, labelCode }) })
  expect([data.result, notice, data.package.labelCode]).toEqual(['created', undefined, labelCode])
  const saved = await shop.user.ok('GET /api/packages/:id', { params: { id: data.package.id } })
  expect(saved.data).toMatchObject({
    tracking: '1Z999AA10123456784',
    clientId: client.id,
    tariffId: special.data.id,
    statusId: shop.statuses.received,
    weight: 4.5,
    totalPrice: 13.95,
  })
  expect(await logged(shop, 'weight_source')).toEqual(['scale'])
  expect(JSON.stringify(data)).not.toContain(client.phone)
})

test('a package without a client keeps the name on its label and has the company’s default tariff', async () => {
  const body = scanned(shop, { clientId: null, clientPackageName: 'M. TELLEZ', weightSource: 'typed' })
  const { data } = await shop.user.ok(receive, { body })
  const saved = await shop.user.ok('GET /api/packages/:id', { params: { id: data.package.id } })
  expect(saved.data).toMatchObject({ client: null, clientPackageName: 'M. TELLEZ', tariffId: shop.air.id })
})

test('a code that was received before saves nothing, whether it is scanned as its number, a carrier’s barcode or its label', async () => {
  const first = await shop.user.ok(receive, { body: scanned(shop, { tracking: '9101026837331000039521' }) })
  const { labelCode, id } = first.data.package
  for (const tracking of ['9101026837331000039521', '420221539101026837331000039521', `]C1${labelCode}`]) {
    const { data, notice } = await shop.user.ok(receive, { body: scanned(shop, { tracking, weight: 9 }) })
    expect([data.result, data.receptionId, data.package.id, data.package.weight, notice], tracking).toEqual([
      'repeated',
      null,
      id,
      4.5,
      undefined,
    ])
  }
  expect(await countOf(shop)).toBe(1)
  const again = await shop.user.ok(receive, {
    body: scanned(shop, { tracking: '9101026837331000039521', again: true }),
  })
  expect([again.data.result, await countOf(shop)]).toEqual(['created', 2])
})

test('of users who scan one package at once a single one receives it, and the others are told', async () => {
  const users = [shop.user, shop.admin, await shop.addUser('user'), await shop.addUser('user')]
  for (let round = 0; round < 10; round += 1) {
    const tracking = `TBA30948211${String(round).padStart(4, '0')}`
    const answers = await Promise.all(
      users.map((user, at) => user.ok(receive, { body: scanned(shop, { tracking, weight: at + 1 }) })),
    )
    expect(answers.map(({ data }) => data.result).toSorted()).toEqual(['created', 'repeated', 'repeated', 'repeated'])
    expect(new Set(answers.map(({ data }) => data.package.id)).size).toBe(1)
  }
  expect(await countOf(shop)).toBe(10)
})

test('a lost answer is given again under its key, and the key with another content names the package', async () => {
  const headers = { 'idempotency-key': 'one-package' }
  const first = await shop.user.ok(receive, { body: scanned(shop), headers })
  expect(await shop.user.ok(receive, { body: scanned(shop), headers })).toEqual(first)
  const refused = await shop.user.refused(receive, { body: scanned(shop, { weight: 5 }), headers })
  expect([refused.status, refused.message]).toEqual([422, 'Este paquete ya se recibió: #1'])
  expect(await countOf(shop)).toBe(1)
})

test('an announced package gets its weight, and what was known of it stays', async () => {
  const announced = await shop.receive({ weight: null, statusId: null, description: 'Zapatos' })
  const body = scanned(shop, { tracking: announced.tracking ?? '', clientId: null, clientPackageName: 'OTRO' })
  const { data } = await shop.user.ok(receive, { body })
  expect([data.result, data.package.id]).toEqual(['filled', announced.id])
  const saved = await shop.user.ok('GET /api/packages/:id', { params: { id: announced.id } })
  expect(saved.data).toMatchObject({
    weight: 4.5,
    clientId: shop.client.id,
    description: 'Zapatos',
    statusId: shop.statuses.received,
    totalPrice: 16.88,
  })
  expect((await shop.user.ok(receive, { body })).data.result).toBe('repeated')
})

test('a package that was announced for another client is refused, and nothing is saved', async () => {
  const other = await shop.addClient({ firstName: 'Karla' })
  const announced = await shop.receive({ weight: null })
  const body = scanned(shop, { tracking: announced.tracking ?? '', clientId: other.id })
  const refused = await shop.user.refused(receive, { body })
  const sentence = `El paquete #1 está anunciado a nombre de ${shop.client.casillero}`
  expect([refused.status, refused.message, refused.fields]).toEqual([409, sentence, { clientId: sentence }])
  const saved = await shop.user.ok('GET /api/packages/:id', { params: { id: announced.id } })
  expect([saved.data.weight, saved.data.clientId]).toEqual([null, shop.client.id])
})

test('of users who scan an announced package at once, by its label and by its tracking, a single one fills it in', async () => {
  const announced = await shop.receive({ weight: null })
  const codes = [announced.labelCode, announced.tracking ?? '', announced.labelCode, announced.tracking ?? '']
  const answers = await Promise.all(
    codes.map((tracking, at) => shop.user.ok(receive, { body: scanned(shop, { tracking, weight: at + 1 }) })),
  )
  expect(answers.map(({ data }) => data.result).toSorted()).toEqual(['filled', 'repeated', 'repeated', 'repeated'])
  expect(new Set(answers.map(({ data }) => data.package.weight)).size).toBe(1)
})

test('a package goes into the open shipment that was chosen, also by the call that receives any package', async () => {
  const { id, companyShipmentId } = await addConsignment(shop, [])
  const { data } = await shop.user.ok(receive, { body: scanned(shop, { shipmentId: id }) })
  expect(data.package.shipment).toEqual({ id, companyShipmentId })
  const body = { shippingMethod: 'aereo' as const, tracking: 'X', shipmentId: id }
  const other = await shop.user.ok('POST /api/packages', { body })
  expect(other.data.shipment).toEqual({ id, companyShipmentId })
  const announced = await shop.receive({ weight: null })
  const filled = scanned(shop, { tracking: announced.tracking ?? '', shipmentId: id })
  expect((await shop.user.ok(receive, { body: filled })).data.package.shipment).toEqual({ id, companyShipmentId })
})

test('a shipment that was sent, or goes by another method, refuses the package, and nothing is saved', async () => {
  const sent = await addSent(shop)
  const open = await addConsignment(shop, [])
  const before = await countOf(shop)
  const late = await shop.user.refused(receive, { body: scanned(shop, { shipmentId: sent.id }) })
  expect([late.status, late.message]).toEqual([409, 'El embarque #1 ya se envió: su lista no cambia'])
  const bySea = scanned(shop, { shipmentId: open.id, shippingMethod: 'maritimo' })
  const other = await shop.user.refused(receive, { body: bySea })
  expect([other.status, other.fields]).toEqual([
    409,
    { shipmentId: 'El paquete es marítimo y el embarque #2 es aéreo' },
  ])
  expect(await countOf(shop)).toBe(before)
})

test('a code names the package that was received before the one that was announced, and nothing of another company', async () => {
  const ask = async (code: string, asker = shop) =>
    (await asker.viewer.ok('GET /api/receptions/package', { query: { code } })).data
  expect(await ask('TBA309482118803')).toBe(null)
  const announced = await shop.receive({ tracking: 'TBA309482118803', weight: null })
  expect(await ask('tba309482118803')).toMatchObject({ isReceived: false, package: { id: announced.id } })
  const received = await shop.receive({ warehouseTracking: 'TBA309482118803' })
  expect(await ask('TBA309482118803')).toMatchObject({ isReceived: true, package: { id: received.id } })
  expect(await ask('TBA309482118803', await openShop(world))).toBe(null)
})

test('an edit of the weight says in the log that it was typed, and another edit leaves the source as it is', async () => {
  const { data } = await shop.user.ok(receive, { body: scanned(shop) })
  const params = { id: data.package.id }
  const body = { shippingMethod: 'aereo' as const, tracking: 'X', weight: 4.5 }
  await shop.user.ok('PUT /api/packages/:id', { params, body })
  expect(await logged(shop, 'weight_source')).toEqual(['scale'])
  await shop.user.ok('PUT /api/packages/:id', { params, body: { ...body, weight: 4.6 } })
  expect(await logged(shop, 'weight_source')).toEqual(['scale', 'typed'])
})
const undo = 'POST /api/receptions/:id/undo'
let scans = 0

async function received(shop: Shop, values: { tracking?: string; shipmentId?: string } = {}) {
  scans += 1
  const body = {
    tracking: `TBA3094${String(scans).padStart(8, '0')}`,
    shippingMethod: 'aereo' as const,
    clientId: shop.client.id,
    weight: 4.5,
    weightSource: 'typed' as const,
    ...values,
  }
  const { data } = await shop.user.ok('POST /api/receptions', { body })
  return { params: { id: data.receptionId ?? '' }, one: { params: { id: data.package.id } } }
}

test('a reception is undone by its user and by an admin, its package is deleted, and a second call answers the same', async () => {
  const { id: shipmentId } = await addConsignment(shop, [])
  const { params, one } = await received(shop, { shipmentId })
  const other = await shop.addUser('user')
  expect((await other.refused(undo, { params })).status).toBe(403)
  expect(await shop.user.ok(undo, { params })).toEqual({ success: true, data: null })
  expect(await shop.user.ok(undo, { params })).toEqual({ success: true, data: null })
  expect((await shop.user.refused('GET /api/packages/:id', one)).status).toBe(404)
  const shipment = await shop.user.ok('GET /api/shipments/:id', { params: { id: shipmentId } })
  expect(shipment.data.packageCount).toBe(0)
  const second = await received(shop)
  await shop.admin.ok(undo, second)
  expect((await shop.admin.ok('GET /api/packages', { query: { page: '1' } })).pagination.total).toBe(0)
})

test('an announced package is as it was after its reception is undone, and can be received again', async () => {
  const announced = await shop.receive({ weight: null, statusId: null, tariffId: null, comments: 'Frágil' })
  const tracking = announced.tracking ?? ''
  const { params, one } = await received(shop, { tracking })
  await shop.user.ok(undo, { params })
  const { data } = await shop.user.ok('GET /api/packages/:id', one)
  // Its history has the reception and the undo, so it is without a status since then.
  const { version, updatedAt, statusHistory, statusSince, ...before } = announced
  expect(data).toMatchObject(before)
  expect(data.statusSince).toBe(JSON.parse(data.statusHistory).at(-1).date)
  expect((await received(shop, { tracking })).one).toEqual(one)
})

test('a reception stays once its package was edited, moved, invoiced, put elsewhere or deleted', async () => {
  const refusal = async (params: { id: string }) => (await shop.user.refused(undo, { params })).code
  const edited = await received(shop)
  await shop.user.ok('PUT /api/packages/:id', {
    ...edited.one,
    body: { shippingMethod: 'aereo', tracking: 'X', weight: 4.5 },
  })
  expect(await refusal(edited.params)).toBe('undo_of_changed')
  const moved = await received(shop)
  const packageIds = [moved.one.params.id]
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds, statusId: shop.statuses.ready } })
  expect(await refusal(moved.params)).toBe('undo_of_changed')
  const elsewhere = await received(shop)
  await addConsignment(shop, [elsewhere.one.params])
  expect(await refusal(elsewhere.params)).toBe('undo_of_changed')
  const { id: shipmentId } = await addConsignment(shop, [])
  const sent = await received(shop, { shipmentId })
  await shop.admin.ok('POST /api/shipments/:id/send', { params: { id: shipmentId }, body: {} })
  expect(await refusal(sent.params)).toBe('shipment_not_open')
  const deleted = await received(shop)
  await shop.admin.ok('DELETE /api/packages/:id', deleted.one)
  expect(await refusal(deleted.params)).toBe('not_found')
})

test('of an undo and an edit at once one is refused, and of two undos the package is deleted once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { params, one } = await received(shop)
    const body = { shippingMethod: 'aereo' as const, tracking: 'X', weight: 5 }
    const [undone, edited] = await Promise.all([
      shop.user.send(undo, { params }),
      shop.user.send('PUT /api/packages/:id', { ...one, body }),
    ])
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([undone.statusCode, edited.statusCode])
    const twice = await received(shop)
    const answers = await Promise.all([shop.user.send(undo, twice), shop.admin.send(undo, twice)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  }
  const counted = await world.owner.query(
    `select live_count::int - (select count(*)::int from packages p where p.company_id = c.company_id and deleted_at is null) as off
     from company_counters c where company_id = $1 and kind = 'package'`,
    [shop.id],
  )
  expect(counted.rows).toEqual([{ off: 0 }])
})
