import { takingsByCurrency } from '@casillero/shared/domain/takings'
import { expect, test } from 'vitest'
import { openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

const nonZero = (amounts: readonly { currencyId: string; amount: number }[]) =>
  new Map(amounts.filter(({ amount }) => amount !== 0).map(({ currencyId, amount }) => [currencyId, amount]))

test('what was collected is one number in the drawer, the reports and on the dashboard, with change, reversals, a void and a collection', async () => {
  const shop = await openShop(world)
  const { id } = await openPrincipal(shop)
  const pay = (method: 'cash' | 'card') => (total: number, currencyId: string) => ({ total, method, currencyId })
  const [cash, card] = [pay('cash'), pay('card')]
  const invoice = async (payments: ReturnType<typeof cash>[]) =>
    await shop.invoice([await shop.receive({ weight: 10 })], { currencyId: shop.nio, payments })
  // C$1,380.00 each: change in two currencies, change that stays out, change that comes back, a void, and a debt.
  await invoice([cash(50, shop.usd)])
  const [first, second] = (await invoice([cash(1000, shop.nio), card(500, shop.nio)])).payments
  await shop.admin.ok('POST /api/payments/:id/reverse', {
    params: { id: second?.id ?? '' },
    body: { reason: 'Error', changeReturned: false },
  })
  expect(first?.method).toBe('cash')
  const back = await invoice([cash(1500, shop.nio)])
  await shop.admin.ok('POST /api/payments/:id/reverse', {
    params: { id: back.payments[0]?.id ?? '' },
    body: { reason: 'Error', changeReturned: true },
  })
  const gone = await invoice([cash(1380, shop.nio)])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: gone.id }, query: { refund: 'cash' } })
  await shop.user.ok('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: { payments: [cash(40, shop.usd), card(900.5, shop.nio)] },
  })

  const { takings } = await readSession(shop, id)
  const drawer = nonZero(takingsByCurrency(takings).map(({ currencyId, total: amount }) => ({ currencyId, amount })))
  const { today, money } = (await shop.admin.ok('GET /api/dashboard')).data
  const dashboard = (money?.collected ?? []).map(({ currencyId, day }) => ({ currencyId, amount: day.now }))
  expect(drawer.size).toBe(2)
  expect(nonZero(dashboard)).toEqual(drawer)
  for (const name of ['payments-by-method', 'payments-by-currency', 'payments-by-person'] as const) {
    const query = { from: today, to: today }
    const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })
    expect(nonZero(data.total.amounts)).toEqual(drawer)
  }
})
