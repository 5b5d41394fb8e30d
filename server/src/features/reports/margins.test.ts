import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment, scanArrival } from '../../../../tests/support/sample-consignments.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('the margin of each shipment is that of its reconciliation, and the total is the sum of them', async () => {
  const shop = await openShop(world)
  const arrive = async (count: number) => {
    const packages = await shop.receiveMany(count)
    const { id } = await addConsignment(shop, packages)
    await shop.user.ok('POST /api/shipments/:id/send', { params: { id }, body: {} })
    for (const one of packages) await scanArrival(shop, id, one)
    await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.ready } })
    const ready = await Promise.all(
      packages.map(async ({ id: one }) => (await shop.admin.ok('GET /api/packages/:id', { params: { id: one } })).data),
    )
    return { id, packages: ready }
  }
  const [cheap, dear, bare] = [await arrive(3), await arrive(2), await arrive(1)]
  await shop.invoice([...cheap.packages.slice(0, 2), ...dear.packages], {
    currencyId: shop.nio,
    generalDiscountType: 'percentage',
    generalDiscountValue: 7,
  })
  await shop.invoice([...cheap.packages.slice(2), ...bare.packages])
  for (const { id, amount } of [
    { id: cheap.id, amount: 333.33 },
    { id: dear.id, amount: 10 },
  ]) {
    const { version } = (await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id } })).data
    const costs = [{ concept: 'Flete', amount, currencyId: id === cheap.id ? shop.nio : shop.usd }]
    await shop.admin.ok('PUT /api/shipments/:id/costs', { params: { id }, body: { costs, version } })
  }
  const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'shipments-margin' } })
  expect(data.rows.map(({ key }) => key)).toEqual([bare.id, dear.id, cheap.id])
  let invoiced = 0
  for (const { key, usd, count, pounds } of data.rows) {
    const params = { id: key ?? '' }
    const { data: own } = await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params })
    expect(usd).toEqual({ invoiced: own.invoicedUsd, costs: own.costsUsd, margin: own.margin })
    expect([count, pounds]).toEqual([own.weights.invoiced.packages, own.weights.invoiced.weight])
    invoiced += Math.round(own.invoicedUsd * 100)
  }
  expect(data.total.usd?.invoiced).toBe(invoiced / 100)
  expect(data.rows[0]?.usd?.margin).toBeNull()
})
