import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

type Values = Parameters<Shop['invoiceBodyOf']>[1]

/** One package of 2 lb at US$3.75 in córdobas: C$276.00. */
const invoiceOf = async (shop: Shop, values: Values) =>
  shop.invoice([await shop.receive()], { currencyId: shop.nio, ...values })

const reversing = (id = '', more: { cashSessionId?: string; reference?: string; changeReturned?: boolean } = {}) => ({
  params: { id },
  body: { reason: 'Billete falso', ...more },
})

const reverse = async ({ admin }: Shop, id = '', more = {}) =>
  (await admin.ok('POST /api/payments/:id/reverse', reversing(id, more))).data

const creditOf = async ({ viewer, client }: Shop) =>
  (await viewer.ok('GET /api/clients/:id/account', { params: { id: client.id } })).data.credit.map(
    ({ code, amount }) => [code, amount],
  )

const expectHealthy = async () =>
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])

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
  const data = await reverse(shop, made.payments[1]?.id, { reference: 'Reembolso 5' })
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
  await expectHealthy()
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
  const data = await reverse(shop, made.payments[0]?.id, { changeReturned: true })
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
  await expectHealthy()
})

test('cash of a closed session leaves the open one, the change that was handed out comes back into it', async () => {
  const shop = await openShop(world)
  const first = await openPrincipal(shop)
  const made = await invoiceOf(shop, { payments: [{ total: 300.5, method: 'cash' }] })
  const counts = [{ currencyId: shop.nio, amount: 2275.5 }]
  const { data: closed } = await shop.user.ok('POST /api/cash-sessions/:id/close', closing(first.id, counts))
  const second = await openPrincipal(shop)
  await reverse(shop, made.payments[0]?.id, { changeReturned: true })
  const now = await readSession(shop, second.id)
  expect(now.movements.map(({ direction, amount, reason }) => [direction, amount, reason]).toSorted()).toEqual([
    ['in', 25, 'Reversión, factura #1: Billete falso'],
    ['out', 300.5, 'Reversión, factura #1: Billete falso'],
  ])
  expect(now.balances).toMatchObject([{ in: 25, out: 300.5, expected: 1724.5 }])
  const { balances, takings, payments } = await readSession(shop, first.id)
  expect({ balances, takings }).toEqual({ balances: closed.balances, takings: closed.takings })
  expect(payments).toMatchObject([{ total: 300.5, reversal: { reason: 'Billete falso' } }])
  await expectHealthy()
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
  await reverse(shop, first?.id, { cashSessionId: open.id })
  expect((await readSession(shop, open.id)).movements).toMatchObject([{ direction: 'out', amount: 50 }])
  await shop.user.ok('POST /api/cash-sessions/:id/close', closing(byUser.id, []))
  const { data: own } = await shop.admin.ok('POST /api/cash-sessions', { body: opening })
  await reverse(shop, second?.id)
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
  expect(await reverse(shop, transfer?.id)).toMatchObject({ paidTotal: 50 })
  const again = (await shop.admin.ok('GET /api/companies/info')).company
  await shop.admin.ok('PUT /api/companies/update', { body: { ...again, requiresCashSession: false } })
  expect(await reverse(shop, cash?.id)).toMatchObject({ paidTotal: 0, pendingTotal: 276 })
})

test('change that was handed out is not given anew: what the other payments lack is pending', async () => {
  const shop = await openShop(world)
  const { id } = await openPrincipal(shop)
  const made = await invoiceOf(shop, {
    payments: [
      { total: 300, method: 'cash' },
      { total: 100, method: 'cash' },
    ],
  })
  expect(made.changeTotal).toBe(124)
  const data = await reverse(shop, made.payments[1]?.id)
  expect(data).toMatchObject({ status: 'pending', paidTotal: 300, changeTotal: 124, pendingTotal: 100 })
  expect(data.change).toMatchObject([{ kind: 'cash', amount: 124, handed: 124 }])
  expect((await readSession(shop, id)).balances).toMatchObject([{ cash: 300, change: 124, expected: 2176 }])
  await expectHealthy()
})

test('a payment with credit gives its credit back', async () => {
  const shop = await openShop(world)
  await invoiceOf(shop, { payments: [{ total: 376, method: 'transfer' }] })
  const made = await invoiceOf(shop, { payments: [{ total: 80, method: 'credit' }] })
  expect(await creditOf(shop)).toEqual([['NIO', 20]])
  await reverse(shop, made.payments[0]?.id)
  expect(await creditOf(shop)).toEqual([['NIO', 100]])
  await expectHealthy()
})

test('change that was kept as credit is taken back, but for what was used of it, which is a debt of its own', async () => {
  const shop = await openShop(world)
  const [kept, used] = [
    await invoiceOf(shop, { payments: [{ total: 300, method: 'transfer' }] }),
    await invoiceOf(shop, { payments: [{ total: 300, method: 'transfer' }] }),
  ]
  await reverse(shop, kept.payments[0]?.id)
  expect(await creditOf(shop)).toEqual([['NIO', 24]])
  await invoiceOf(shop, { payments: [{ total: 1, method: 'credit' }] })
  const after = await reverse(shop, used.payments[0]?.id)
  expect(after).toMatchObject({ status: 'pending', paidTotal: 0, changeTotal: 0, pendingTotal: 276 })
  const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })
  expect(data.debts).toMatchObject([{ invoice: { id: used.id }, amount: 1, pendingTotal: 1 }])
  expect(await creditOf(shop)).toEqual([])
  await expectHealthy()
})
