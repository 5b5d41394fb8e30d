import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addSent } from '../../../../tests/support/sample-consignments.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('pounds that clients are charged by the rules of their tariffs stand beside the real ones', async () => {
  const shop = await openShop(world)
  const { data: tariff } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'A la libra', type: 'aereo', pricePerPound: 5, roundUpTo: 1 },
  })
  const ruled = await shop.receive({ tariffId: tariff.id, weight: 3.2 })
  const plain = await shop.receive({ weight: 2.5 })
  const { id } = await addSent(shop, [ruled, plain])
  const packageIds = [ruled.id, plain.id]
  await shop.admin.ok('PATCH /api/packages/status', { body: { packageIds, statusId: shop.statuses.ready } })
  const readWeights = async () =>
    (await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id } })).data.weights
  await shop.invoice([plain])
  expect(await readWeights()).toMatchObject({ invoiced: { packages: 1, weight: 2.5 }, charged: null })
  await shop.invoice([ruled])
  expect(await readWeights()).toMatchObject({ invoiced: { packages: 2, weight: 5.7 }, charged: 6.5 })
})
