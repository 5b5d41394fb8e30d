import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

/** A tariff of US$10 a pound: one package of 10 lb is an invoice of US$100. */
async function openCounter() {
  const shop = await openShop(world)
  const tariff = { name: 'Redonda', type: 'aereo' as const, pricePerPound: 10 }
  const { data } = await shop.admin.ok('POST /api/tariffs', { body: tariff })
  const owing = async (payments: Parameters<Shop['invoiceBodyOf']>[1] = {}) =>
    shop.invoice([await shop.receive({ tariffId: data.id, weight: 10 })], payments)
  return { shop, owing }
}

type Payment = { total: number; method: 'cash' | 'card' | 'transfer' | 'credit'; currencyId?: string }

const pay = async ({ user }: Shop, id: string, body: Payment) =>
  (await user.ok('POST /api/invoices/:id/payments', { params: { id }, body })).data

const reverse = async ({ admin }: Shop, id = '', more: object = {}) =>
  (await admin.ok('POST /api/payments/:id/reverse', { params: { id }, body: { reason: 'Error', ...more } })).data

const creditOf = async ({ viewer, client }: Shop) =>
  (await viewer.ok('GET /api/clients/:id/account', { params: { id: client.id } })).data.credit.map(
    ({ code, amount }) => `${code} ${amount}`,
  )

const expectedOf = async (shop: Shop, sessionId: string, code: string) =>
  (await readSession(shop, sessionId)).balances?.find((balance) => balance.code === code)?.expected

const expectHealthy = async () =>
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])

test('credit shrinks by what is taken back, and no cash leaves the drawer for it', async () => {
  const { shop, owing } = await openCounter()
  const { id: sessionId } = await openPrincipal(shop, [{ currencyId: shop.usd, amount: 500 }])
  const { id } = await owing()
  await pay(shop, id, { total: 20, method: 'cash' })
  const { payments } = await pay(shop, id, { total: 10, method: 'transfer' })
  await pay(shop, id, { total: 200, method: 'card' })
  expect(await creditOf(shop)).toEqual(['USD 130'])
  const after = await reverse(shop, payments[1]?.id)
  expect(after).toMatchObject({ status: 'paid', paidTotal: 220, pendingTotal: 0, changeTotal: 120 })
  expect(after.change).toMatchObject([{ kind: 'credit', amount: 120 }])
  expect(await creditOf(shop)).toEqual(['USD 120'])
  expect(await expectedOf(shop, sessionId, 'USD')).toBe(520)
  await expectHealthy()
})

test('credit that was used is not asked back as long as enough of it is there', async () => {
  const { shop, owing } = await openCounter()
  const { id } = await owing()
  await pay(shop, id, { total: 20, method: 'cash' })
  const { payments } = await pay(shop, id, { total: 10, method: 'transfer' })
  await pay(shop, id, { total: 200, method: 'card' })
  const other = await owing()
  await pay(shop, other.id, { total: 20, method: 'credit' })
  await reverse(shop, payments[1]?.id)
  expect(await creditOf(shop)).toEqual(['USD 100'])
  await expectHealthy()
})

test('credit that was used stays used, and the invoice owes it', async () => {
  const { shop, owing } = await openCounter()
  const { id } = await owing()
  await pay(shop, id, { total: 60, method: 'transfer' })
  const { payments } = await pay(shop, id, { total: 90, method: 'card' })
  const other = await owing()
  await pay(shop, other.id, { total: 30, method: 'credit' })
  expect(await creditOf(shop)).toEqual(['USD 20'])
  const after = await reverse(shop, payments[1]?.id)
  expect(after).toMatchObject({ status: 'pending', paidTotal: 60, pendingTotal: 70, changeTotal: 30 })
  expect(await creditOf(shop)).toEqual([])
  const { data } = await shop.viewer.ok('GET /api/clients/:id/statement', { params: { id: shop.client.id } })
  expect(data.accounts).toMatchObject([{ code: 'USD', closing: 140, credit: 0, owed: 140 }])
  await expectHealthy()
})

test('an invoice owes no more than its total, and credit that was used beyond it is a debt of its own', async () => {
  const { shop, owing } = await openCounter()
  const { id } = await owing()
  const { payments } = await pay(shop, id, { total: 230, method: 'card' })
  const other = await owing()
  await pay(shop, other.id, { total: 100, method: 'credit' })
  const after = await reverse(shop, payments[0]?.id)
  expect(after).toMatchObject({ status: 'pending', paidTotal: 0, pendingTotal: 100, changeTotal: 0 })
  expect(await creditOf(shop)).toEqual([])
  const { data } = await shop.viewer.ok('GET /api/clients/:id/statement', { params: { id: shop.client.id } })
  expect(data.accounts).toMatchObject([{ code: 'USD', closing: 200, owed: 200 }])
  expect(await pay(shop, id, { total: 100, method: 'cash' })).toMatchObject({ status: 'paid', pendingTotal: 0 })
  await expectHealthy()
})

test('change that was handed out stays handed, and the invoice owes what the payments lack', async () => {
  const { shop, owing } = await openCounter()
  const { id: sessionId } = await openPrincipal(shop, [{ currencyId: shop.usd, amount: 100 }])
  const made = await owing({
    payments: [
      { total: 100, method: 'card' },
      { total: 50, method: 'cash' },
    ],
  })
  expect(await expectedOf(shop, sessionId, 'USD')).toBe(100)
  const after = await reverse(shop, made.payments[0]?.id)
  expect(after).toMatchObject({ status: 'pending', paidTotal: 50, pendingTotal: 100, changeTotal: 50 })
  expect(await expectedOf(shop, sessionId, 'USD')).toBe(100)
  await expectHealthy()
})

test('the change of a payment must have come back before its last cash is taken back, and comes in as cash of the drawer', async () => {
  const { shop, owing } = await openCounter()
  const { id: sessionId } = await openPrincipal(shop, [{ currencyId: shop.usd, amount: 100 }])
  const made = await owing({ payments: [{ total: 150, method: 'cash' }] })
  const params = { id: made.payments[0]?.id ?? '' }
  expect(
    await shop.admin.refused('POST /api/payments/:id/reverse', { params, body: { reason: 'Error' } }),
  ).toMatchObject({
    status: 409,
    message: 'Con este pago se entregó un vuelto de US$50.00; indique que volvió a la caja',
  })
  expect(await expectedOf(shop, sessionId, 'USD')).toBe(200)
  const after = await reverse(shop, params.id, { changeReturned: true })
  expect(after).toMatchObject({ status: 'pending', paidTotal: 0, pendingTotal: 100, changeTotal: 0, change: [] })
  const session = await readSession(shop, sessionId)
  expect(session.balances).toMatchObject([{ code: 'USD', opening: 100, expected: 100, in: 50 }])
  await expectHealthy()
})

test('of a closed session nothing changes when a payment by card is taken back', async () => {
  const { shop, owing } = await openCounter()
  const { id: sessionId } = await openPrincipal(shop, [{ currencyId: shop.usd, amount: 100 }])
  const made = await owing({
    payments: [
      { total: 100, method: 'card' },
      { total: 50, method: 'cash' },
    ],
  })
  const counts = closing(sessionId, [{ currencyId: shop.usd, amount: 100 }])
  const { data: closed } = await shop.user.ok('POST /api/cash-sessions/:id/close', counts)
  const { id: openId } = await openPrincipal(shop, [])
  await reverse(shop, made.payments[0]?.id)
  const now = await readSession(shop, sessionId)
  expect({ balances: now.balances, takings: now.takings }).toEqual({
    balances: closed.balances,
    takings: closed.takings,
  })
  expect(await readSession(shop, openId)).toMatchObject({ movements: [], balances: [] })
  await expectHealthy()
})

test('what a reversal would write is shown before, and another cash row than was shown is refused', async () => {
  const { shop, owing } = await openCounter()
  const { id: sessionId } = await openPrincipal(shop, [{ currencyId: shop.usd, amount: 100 }])
  const made = await owing({ payments: [{ total: 150, method: 'cash' }] })
  const params = { id: made.payments[0]?.id ?? '' }
  const { data: kept } = await shop.admin.ok('GET /api/payments/:id/reversal', { params })
  expect(kept).toMatchObject({
    change: [{ symbol: 'US$', amount: 50 }],
    isChangeLikelyBack: true,
    needsChange: true,
    cash: [],
  })
  const { data: shown } = await shop.admin.ok('GET /api/payments/:id/reversal', {
    params,
    query: { changeReturned: 'true' },
  })
  const drawer = 'Caja principal'
  expect(shown.cash).toMatchObject([
    { direction: 'out', amount: 150, symbol: 'US$', cashSessionId: sessionId, drawer },
    { direction: 'in', amount: 50, symbol: 'US$', cashSessionId: sessionId, drawer },
  ])
  expect(shown.invoices).toMatchObject([{ companyInvoiceId: 1, pendingTotal: 100 }])
  await shop.user.ok('POST /api/cash-sessions/:id/close', closing(sessionId, [{ currencyId: shop.usd, amount: 200 }]))
  const expectedCash = shown.cash.map(({ direction, amount, currencyId, cashSessionId }) => {
    return { direction, amount, currencyId, cashSessionId }
  })
  const body = { reason: 'Error', changeReturned: true, expectedCash }
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', { params, body })).toMatchObject({
    status: 409,
    code: 'amounts_changed',
  })
})

test('a void gives credit in the currencies that were paid, each less the cash change given in it', async () => {
  const { shop, owing } = await openCounter()
  const made = await owing({
    currencyId: shop.nio,
    payments: [{ total: 101.1, method: 'transfer', currencyId: shop.usd }],
  })
  expect(made.totalAmount).toBe(3680)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: made.id } })
  expect(await creditOf(shop)).toEqual(['USD 101.1'])
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: made.id } })
  expect(data).toMatchObject({ status: 'cancelled', pendingTotal: 0, changeTotal: 0 })
  const { data: statement } = await shop.viewer.ok('GET /api/clients/:id/statement', { params: { id: shop.client.id } })
  expect(statement.accounts.map(({ code, closing: left }) => [code, left])).toEqual([
    ['NIO', 0],
    ['USD', -101.1],
  ])
  await expectHealthy()
})

test('a void that gives back takes from the drawer what was paid in cash less the change handed', async () => {
  const { shop, owing } = await openCounter()
  const { id: sessionId } = await openPrincipal(shop, [{ currencyId: shop.usd, amount: 100 }])
  const made = await owing({
    payments: [
      { total: 80, method: 'card' },
      { total: 50, method: 'cash' },
    ],
  })
  expect(await expectedOf(shop, sessionId, 'USD')).toBe(120)
  const query = { refund: 'cash' as const }
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: made.id }, query })
  expect(await expectedOf(shop, sessionId, 'USD')).toBe(100)
  expect(await creditOf(shop)).toEqual([])
  await expectHealthy()
})
