import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../../tests/support/cash-session.ts'
import { expectWhole, openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

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
  await expectWhole(world)
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
  await expectWhole(world)
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
  await expectWhole(world)
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
  await expectWhole(world)
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
  await expectWhole(world)
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
  await expectWhole(world)
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
  await expectWhole(world)
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
  await expectWhole(world)
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
  await expectWhole(world)
})

type Values = Parameters<Shop['invoiceBodyOf']>[1]

/** One package of 2 lb at US$3.75 in córdobas: C$276.00. */
const invoiceOf = async (shop: Shop, values: Values) =>
  shop.invoice([await shop.receive()], { currencyId: shop.nio, ...values })

const reversing = (id = '', more: { cashSessionId?: string; reference?: string; changeReturned?: boolean } = {}) => ({
  params: { id },
  body: { reason: 'Billete falso', ...more },
})

const takeBack = async ({ admin }: Shop, id = '', more = {}) =>
  (await admin.ok('POST /api/payments/:id/reverse', reversing(id, more))).data

test('a reversed payment stays with its reason, and its invoice and shipment are pending again', async () => {
  const shop = await openShop(world)
  const shipping = {
    shippingMethodId: shop.methodId,
    currencyId: shop.nio,
    shippingPrice: 24,
    shippingAddress: 'León',
  }
  const made = await invoiceOf(shop, {
    shipping,
    payments: [
      { total: 200, method: 'cash' },
      { total: 100, method: 'card', reference: 'Voucher 1' },
    ],
  })
  expect(made).toMatchObject({ status: 'paid', shipments: [{ status: 'paid' }], reversedPayments: [] })
  const data = await takeBack(shop, made.payments[1]?.id, { reference: 'Reembolso 5' })
  expect(data).toMatchObject({ status: 'pending', paidTotal: 200, pendingTotal: 100, totalAmount: 300 })
  expect(data.shipments).toMatchObject([{ status: 'pending_payment' }])
  expect(data.payments).toEqual(made.payments.slice(0, 1))
  const by = { fullName: expect.any(String) }
  expect(data.reversedPayments).toEqual([
    {
      ...made.payments[1],
      reversal: { at: expect.any(String), by, reason: 'Billete falso', reference: 'Reembolso 5' },
    },
  ])
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id: made.id } })).data).toEqual(data)
  await shop.user.ok('POST /api/invoices/:id/payments', {
    params: { id: made.id },
    body: { total: 100, method: 'cash' },
  })
  await expectWhole(world)
})

test('of a session that is open cash counts no more, and the change that came back comes in', async () => {
  const shop = await openShop(world)
  const { id } = await openPrincipal(shop)
  const change = [
    { currencyId: shop.usd, amount: 4, kind: 'cash' as const },
    { currencyId: shop.nio, kind: 'cash' as const },
  ]
  const payments = [{ total: 20, method: 'cash' as const, currencyId: shop.usd }]
  const made = await invoiceOf(shop, { payments, change })
  expect((await readSession(shop, id)).balances).toMatchObject([
    { code: 'NIO', change: 306.4, rounding: 0.4, expected: 1694 },
    { code: 'USD', cash: 20, change: 4, expected: 16 },
  ])
  const data = await takeBack(shop, made.payments[0]?.id, { changeReturned: true })
  expect(data).toMatchObject({ status: 'pending', paidTotal: 0, changeTotal: 0, change: [] })
  const session = await readSession(shop, id)
  expect(session.balances).toMatchObject([
    { code: 'NIO', opening: 2000, cash: 0, change: 306.4, in: 306, expected: 2000 },
    { code: 'USD', cash: 0, change: 4, in: 4, expected: 0 },
  ])
  expect(session.payments).toEqual([])
  expect(session.reversedPayments).toMatchObject([{ total: 20, reversal: { reason: 'Billete falso' } }])
  expect(session.changes.map(({ handed }) => handed).toSorted((a, b) => a - b)).toEqual([4, 306])
  expect(session.takings.map(({ code, total, change, returned }) => [code, total, change, returned])).toEqual([
    ['NIO', 0, 306, -306],
    ['USD', 0, 4, -4],
  ])
  await expectWhole(world)
})

test('cash of a closed session leaves the open one, the change that was handed out comes back into it', async () => {
  const shop = await openShop(world)
  const first = await openPrincipal(shop)
  const made = await invoiceOf(shop, { payments: [{ total: 300.5, method: 'cash' }] })
  const counts = [{ currencyId: shop.nio, amount: 2275.5 }]
  const { data: closed } = await shop.user.ok('POST /api/cash-sessions/:id/close', closing(first.id, counts))
  const second = await openPrincipal(shop)
  await takeBack(shop, made.payments[0]?.id, { changeReturned: true })
  const now = await readSession(shop, second.id)
  expect(now.movements.map(({ direction, amount, reason }) => [direction, amount, reason]).toSorted()).toEqual([
    ['in', 25, 'Reversión, factura #1: Billete falso'],
    ['out', 300.5, 'Reversión, factura #1: Billete falso'],
  ])
  expect(now.balances).toMatchObject([{ in: 25, out: 300.5, expected: 1724.5 }])
  const { balances, takings, payments } = await readSession(shop, first.id)
  expect({ balances, takings }).toEqual({ balances: closed.balances, takings: closed.takings })
  expect(payments).toMatchObject([{ total: 300.5, reversal: { reason: 'Billete falso' } }])
  await expectWhole(world)
})

test('cash leaves the named session, else the own one of several, and without a choice nothing is reversed', async () => {
  const shop = await openShop(world)
  const made = await invoiceOf(shop, {
    payments: [
      { total: 50, method: 'cash' },
      { total: 60, method: 'cash' },
      { total: 70, method: 'cash' },
    ],
  })
  const open = await openPrincipal(shop)
  const { data: other } = await shop.admin.ok('POST /api/cash-drawers', { body: { name: 'Caja 2' } })
  const [first, second, third] = made.payments
  const opening = { drawerId: other.id, opening: [] }
  const { data: byUser } = await shop.user.ok('POST /api/cash-sessions', { body: opening })
  const refused = await shop.admin.refused('POST /api/payments/:id/reverse', reversing(first?.id))
  expect(refused).toMatchObject({ status: 409, code: 'cash_session_choice' })
  await takeBack(shop, first?.id, { cashSessionId: open.id })
  expect((await readSession(shop, open.id)).movements).toMatchObject([{ direction: 'out', amount: 50 }])
  await shop.user.ok('POST /api/cash-sessions/:id/close', closing(byUser.id, []))
  const { data: own } = await shop.admin.ok('POST /api/cash-sessions', { body: opening })
  await takeBack(shop, second?.id)
  expect((await readSession(shop, own.id)).movements).toMatchObject([{ direction: 'out', amount: 60 }])
  const closed = { cashSessionId: byUser.id }
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', reversing(third?.id, closed))).toMatchObject({
    status: 409,
    code: 'cash_session_closed',
  })
})

test('cash that has to leave waits for an open drawer where the company asks for one, and needs none elsewhere', async () => {
  const shop = await openShop(world)
  const made = await invoiceOf(shop, {
    payments: [
      { total: 50, method: 'cash' },
      { total: 60, method: 'transfer' },
    ],
  })
  const company = (await shop.admin.ok('GET /api/companies/info')).company
  await shop.admin.ok('PUT /api/companies/update', { body: { ...company, requiresCashSession: true } })
  const [cash, transfer] = made.payments
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', reversing(cash?.id))).toMatchObject({
    status: 409,
    code: 'cash_session_required',
  })
  expect(await takeBack(shop, transfer?.id)).toMatchObject({ paidTotal: 50 })
  const again = (await shop.admin.ok('GET /api/companies/info')).company
  await shop.admin.ok('PUT /api/companies/update', { body: { ...again, requiresCashSession: false } })
  expect(await takeBack(shop, cash?.id)).toMatchObject({ paidTotal: 0, pendingTotal: 276 })
})

test('a payment with credit gives its credit back', async () => {
  const shop = await openShop(world)
  await invoiceOf(shop, { payments: [{ total: 376, method: 'transfer' }] })
  const made = await invoiceOf(shop, { payments: [{ total: 80, method: 'credit' }] })
  expect(await creditOf(shop)).toEqual(['NIO 20'])
  await takeBack(shop, made.payments[0]?.id)
  expect(await creditOf(shop)).toEqual(['NIO 100'])
  await expectWhole(world)
})
