import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

/** Collects C$600 in cash over two invoices of C$276 each; C$48 is given back. */
async function collected(shop: Shop) {
  const invoices = [
    await shop.invoice([await shop.receive()], { currencyId: shop.nio }),
    await shop.invoice([await shop.receive()], { currencyId: shop.nio }),
  ]
  const body = { payments: [{ total: 600, method: 'cash' as const, currencyId: shop.nio }] }
  const { data } = await shop.user.ok('POST /api/clients/:id/collections', { params: { id: shop.client.id }, body })
  return { invoices, collection: data }
}

const reversing = (id: string, changeReturned = true) => ({
  params: { id },
  body: { reason: 'Por error', changeReturned },
})

const invoiceOf = async ({ viewer }: Shop, id = '') =>
  (await viewer.ok('GET /api/invoices/:id', { params: { id } })).data

test('a collection is reversed as a whole: its invoices are pending, and its cash of an open session counts no more', async () => {
  const { id } = await openPrincipal(shop)
  const { invoices, collection } = await collected(shop)
  expect(await shop.admin.refused('POST /api/collections/:id/reverse', reversing(collection.id, false))).toMatchObject({
    code: 'change_still_handed',
  })
  const { data } = await shop.admin.ok('POST /api/collections/:id/reverse', reversing(collection.id))
  expect(data).toMatchObject({ companyCollectionId: 1, reversal: { reason: 'Por error' } })
  for (const invoice of invoices) {
    const now = await invoiceOf(shop, invoice.id)
    expect(now).toMatchObject({ status: 'pending', paidTotal: 0, payments: [] })
    expect(now.reversedPayments).toMatchObject([{ collection: { companyCollectionId: 1 } }])
  }
  const session = await readSession(shop, id)
  expect(session.balances).toMatchObject([{ cash: 0, change: 48, in: 48, expected: 2000 }])
  expect(session.collected).toMatchObject([{ total: 600, isCounted: false, reversal: { reason: 'Por error' } }])
  expect(await shop.admin.refused('POST /api/collections/:id/reverse', reversing(collection.id))).toMatchObject({
    status: 409,
    message: 'El cobro #1 ya está revertido',
  })
  await expectWhole(world)
})

test('cash of a collection of a closed session leaves the open one once, its change comes back', async () => {
  const first = await openPrincipal(shop)
  const { collection } = await collected(shop)
  const counts = [{ currencyId: shop.nio, amount: 2552 }]
  const { data: closed } = await shop.user.ok('POST /api/cash-sessions/:id/close', closing(first.id, counts))
  expect(closed.balances).toMatchObject([{ cash: 600, change: 48, expected: 2552 }])
  const second = await openPrincipal(shop)
  await shop.admin.ok('POST /api/collections/:id/reverse', reversing(collection.id))
  const now = await readSession(shop, second.id)
  expect(now.movements.map(({ direction, amount, reason }) => [direction, amount, reason]).toSorted()).toEqual([
    ['in', 48, 'Reversión, cobro #1: Por error'],
    ['out', 600, 'Reversión, cobro #1: Por error'],
  ])
  expect((await readSession(shop, first.id)).balances).toEqual(closed.balances)
  await expectWhole(world)
})

test('a part of a collection is neither reversed nor given back alone, and its void keeps the credit', async () => {
  const { invoices, collection } = await collected(shop)
  const [first] = invoices
  const { payments } = await invoiceOf(shop, first?.id)
  const alone = { params: { id: payments[0]?.id ?? '' }, body: { reason: 'Por error' } }
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', alone)).toMatchObject({
    status: 409,
    message: 'El pago es parte del cobro #1; revierta el cobro completo',
  })
  const voiding = { params: { id: first?.id ?? '' }, query: { refund: 'cash' as const } }
  expect(await shop.admin.refused('DELETE /api/invoices/:id', voiding)).toMatchObject({
    status: 409,
    code: 'void_of_collection',
  })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: first?.id ?? '' } })
  const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })
  expect(data.credit).toMatchObject([{ code: 'NIO', amount: 276 }])
  expect(await shop.admin.refused('POST /api/collections/:id/reverse', reversing(collection.id))).toMatchObject({
    status: 409,
    code: 'invoice_already_voided',
  })
  expect(await shop.user.refused('POST /api/collections/:id/reverse', reversing(collection.id))).toMatchObject({
    status: 403,
  })
  await expectWhole(world)
})

test('credit that a collection used comes back, and credit that it kept goes; what was used of it is a debt of its own', async () => {
  const body = { direction: 'in' as const, currencyId: shop.nio, amount: 100, reason: 'Ajuste' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body })
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  const pay = async (payments: { total: number; method: 'credit' | 'transfer' }[]) =>
    (
      await shop.user.ok('POST /api/clients/:id/collections', {
        params: { id: shop.client.id },
        body: { payments: payments.map((payment) => ({ ...payment, currencyId: shop.nio })) },
      })
    ).data
  const creditOf = async () =>
    (await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })).data.credit.map(
      ({ amount }) => amount,
    )
  const first = await pay([
    { total: 60, method: 'credit' },
    { total: 300, method: 'transfer' },
  ])
  expect(await creditOf()).toEqual([124])
  await shop.admin.ok('POST /api/collections/:id/reverse', reversing(first.id))
  expect(await creditOf()).toEqual([100])
  const second = await pay([{ total: 376, method: 'transfer' }])
  expect(await creditOf()).toEqual([200])
  await shop.invoice([await shop.receive()], {
    currencyId: shop.nio,
    payments: [{ total: 150, method: 'credit' }],
  })
  await shop.admin.ok('POST /api/collections/:id/reverse', reversing(second.id))
  expect(await creditOf()).toEqual([])
  // C$150 of C$200 were used: C$50 of what the collection kept.
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', {
    params: { id: second.invoices[0]?.id ?? '' },
  })
  expect(data).toMatchObject({ status: 'pending', paidTotal: 0, pendingTotal: 276, changeTotal: 0, change: [] })
  const { data: account } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })
  expect(account.debts).toMatchObject([{ invoice: { id: data.id }, amount: 50, pendingTotal: 50 }])
  expect(account.owed).toMatchObject([{ amount: 452, count: 3 }])
  await expectWhole(world)
})

test('change that an invoice still has out comes back with the collection that stands for it, and the preview says so', async () => {
  const { id: sessionId } = await openPrincipal(shop)
  // US$7.50, paid with US$5.00 and US$4.00; of the change of the second one the first is taken back, then the second.
  const cash = { method: 'cash' as const, currencyId: shop.usd }
  const invoice = await shop.invoice([await shop.receive()], { payments: [{ ...cash, total: 5 }] })
  const params = { id: invoice.id }
  const { data: paid } = await shop.user.ok('POST /api/invoices/:id/payments', { params, body: { ...cash, total: 4 } })
  const [first, second] = paid.payments
  const handed = paid.change.filter(({ kind }) => kind === 'cash')
  expect(handed.map(({ handed: amount }) => amount)).not.toEqual([])
  const keep = { reason: 'Error', changeReturned: false }
  await shop.admin.ok('POST /api/payments/:id/reverse', { params: { id: first?.id ?? '' }, body: keep })
  const body = { payments: [{ total: 5, method: 'transfer' as const, currencyId: shop.usd }] }
  const { data: collection } = await shop.user.ok('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body,
  })
  await shop.admin.ok('POST /api/payments/:id/reverse', { params: { id: second?.id ?? '' }, body: keep })
  const call = { params: { id: collection.id } }
  const { data: asked } = await shop.admin.ok('GET /api/collections/:id/reversal', call)
  expect(asked).toMatchObject({
    needsChange: true,
    cash: [],
    change: [{ currencyId: shop.usd }, { currencyId: shop.nio }],
  })
  const query = { changeReturned: 'true' as const }
  const { data: seen } = await shop.admin.ok('GET /api/collections/:id/reversal', { ...call, query })
  expect(seen).toMatchObject({ needsChange: false, invoices: [{ pendingTotal: 7.5 }] })
  expect(seen.cash.map(({ direction, cashSessionId }) => [direction, cashSessionId])).toEqual(
    handed.map(() => ['in', sessionId]),
  )
  const expectedCash = seen.cash.map(({ direction, amount, currencyId, cashSessionId }) => ({
    direction,
    amount,
    currencyId,
    cashSessionId,
  }))
  const answer = { reason: 'Error', changeReturned: true }
  expect(
    await shop.admin.refused('POST /api/collections/:id/reverse', { ...call, body: { ...answer, expectedCash: [] } }),
  ).toMatchObject({ code: 'amounts_changed' })
  await shop.admin.ok('POST /api/collections/:id/reverse', { ...call, body: { ...answer, expectedCash } })
  expect(await invoiceOf(shop, invoice.id)).toMatchObject({ pendingTotal: 7.5, paidTotal: 0 })
  await expectWhole(world)
})
