import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addClosed, addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('the database itself refuses a package of another method, and one that another consignment has', async () => {
  const shop = await openShop(world)
  const one = await shop.receive()
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  await addConsignment(shop, [one])
  const { id } = await addConsignment(shop, [])
  const insert = (packageId: string) =>
    world.owner.query(
      'insert into consignment_packages (company_id, consignment_id, package_id, added_by) values ($1, $2, $3, $4)',
      [shop.id, id, packageId, shop.admin.userId],
    )
  await expect(insert(bySea.id)).rejects.toMatchObject({ code: 'CS409', constraint: 'shipment_method_mismatch' })
  const taken = { code: '23505', constraint: 'consignment_packages_company_id_package_id_key' }
  await expect(insert(one.id)).rejects.toMatchObject(taken)
})

test('of two clerks who put one package into two consignments at once one does, and the other is told where it is', async () => {
  const shop = await openShop(world)
  const one = await shop.receive()
  const consignments = [await addConsignment(shop, []), await addConsignment(shop, [])]
  const lock: [string, unknown[]] = ['select from packages where id = $1 for update', [one.id]]
  await holding(world.owner, lock, async (holder) => {
    const answers = consignments.map(({ id }) =>
      shop.user.send('POST /api/shipments/:id/packages', { params: { id }, body: { packageIds: [one.id] } }),
    )
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    const codes = (await Promise.all(answers)).map((answer) => answer.json().code ?? 'added')
    expect(codes.toSorted()).toEqual(['added', 'package_in_shipment'])
  })
})

test('a closed consignment is not edited nor weighed, and an open one is not received and has no costs', async () => {
  const shop = await openShop(world)
  const { id, seen } = await addClosed(shop)
  const { data } = await shop.admin.ok('GET /api/shipments/:id', { params: { id } })
  const edit = { params: { id }, body: { shippingMethod: 'aereo' as const, note: 'Tarde', version: data.version } }
  expect((await shop.admin.refused('PUT /api/shipments/:id', edit)).code).toBe('shipment_closed')
  const again = { params: { id }, body: { code: seen.tracking ?? '', weight: 9.5 } }
  expect((await shop.user.refused('POST /api/shipments/:id/arrivals', again)).code).toBe('shipment_closed')
  const receive = 'POST /api/shipments/:id/receive'
  expect((await shop.user.refused(receive, { params: { id }, body: {} })).code).toBe('shipment_closed')
  const open = await addConsignment(shop)
  const params = { id: open.id }
  expect((await shop.user.refused(receive, { params, body: {} })).code).toBe('shipment_not_sent')
  const costs = { params, body: { billedWeight: 4, costs: [], version: open.version } }
  expect((await shop.admin.refused('PUT /api/shipments/:id/costs', costs)).code).toBe('shipment_not_sent')
})
