import { reportNames, reports } from '@casillero/shared/domain/report-names'
import { beforeAll, expect, test } from 'vitest'
import { holding } from '../../../../tests/support/locks.ts'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'

const world = shareWorld()
const shop = shareShop(world)
beforeAll(async () => {
  await shop.invoice([await shop.receive()])
})

test.each(reportNames)('the report %s is answered to those who may see it and refused to others', async (name) => {
  const seen = reports[name]
  const statusOf = async (caller = shop.user) =>
    (await caller.send('GET /api/reports/:name', { params: { name } })).statusCode
  const allow = (seesMoneyReports: boolean) =>
    shop.admin.ok('PUT /api/users/:id', { params: { id: shop.user.userId }, body: { seesMoneyReports } })
  await allow(false)
  expect([await statusOf(), await statusOf(shop.viewer)]).toEqual(seen === 'all' ? [200, 200] : [403, 403])
  await allow(true)
  expect([await statusOf(), await statusOf(shop.viewer), await statusOf(shop.admin)]).toEqual(
    { all: [200, 200, 200], seers: [200, 403, 200], admins: [403, 403, 200] }[seen],
  )
})

test('a report that there is not is not found, and days in the wrong order or too many are refused', async () => {
  const refusal = async (query: object) =>
    await shop.admin.refused('GET /api/reports/:name', { params: { name: 'sales-by-day' }, query })
  expect(await shop.admin.send('GET /api/reports/:name', { params: { name: 'all' } })).toMatchObject({
    statusCode: 404,
  })
  expect(await refusal({ from: '2026-11-18', to: '2026-11-09' })).toMatchObject({
    status: 400,
    fields: { to: expect.any(String) },
  })
  expect(await refusal({ from: '2024-01-01', to: '2026-01-01' })).toMatchObject({ status: 400 })
  expect(await refusal({ from: '2026-02-30', to: '2026-03-01' })).toMatchObject({ status: 400 })
  // Before anything is added up.
  await holding(world.owner, ['lock table invoices in access exclusive mode', []], async () => {
    expect(await refusal({ from: '2016-01-01' })).toMatchObject({ status: 400 })
  })
})
