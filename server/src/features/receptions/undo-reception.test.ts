import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
