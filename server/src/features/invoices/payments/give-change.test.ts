import { expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)

type Values = Parameters<Shop['invoiceBodyOf']>[1]

/** One package of 2 lb at US$3.75 in córdobas: C$276.00. */
const bodyOf = async (shop: Shop, values: Values) =>
  shop.invoiceBodyOf([await shop.receive()], { currencyId: shop.nio, ...values })

const creditsOf = async ({ client }: Shop) => {
  const { rows } = await world.owner.query(
    'select kind, currency_code as code, amount::float8 as amount from client_credits where client_id = $1 order by id',
    [client.id],
  )
  const { rows: balances } = await world.owner.query(
    'select balance::float8 as balance from client_credit_balances where client_id = $1 order by 1',
    [client.id],
  )
  return { rows, balances: balances.map(({ balance }) => balance) }
}

test('change is given in the requested parts, one of which gets the rest', async () => {
  const body = await bodyOf(shop, {
    payments: [{ total: 10, method: 'cash', currencyId: shop.usd }],
    change: [
      { currencyId: shop.usd, amount: 1, kind: 'cash' },
      { currencyId: shop.nio, kind: 'credit' },
    ],
  })
  const { data } = await shop.user.ok('POST /api/invoices', { body })
  expect(data).toMatchObject({ totalAmount: 276, paidTotal: 364, changeTotal: 88, status: 'paid' })
  expect(data.change).toMatchObject([
    { kind: 'cash', currency: { code: 'USD' }, amount: 1, convertedTotal: 36.4, handed: 1, rounding: 0 },
    { kind: 'credit', currency: { code: 'NIO' }, amount: 51.6, convertedTotal: 51.6 },
  ])
  expect(await creditsOf(shop)).toEqual({
    rows: [{ kind: 'overpayment', code: 'NIO', amount: 51.6 }],
    balances: [51.6],
  })
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id: data.id } })).data).toEqual(data)
})

test.each([
  ['cash', 'cash', []],
  ['transfer', 'credit', [24]],
] as const)('change of a payment by %s is %s by default', async (method, kind, balances) => {
  const { data } = await shop.user.ok('POST /api/invoices', {
    body: await bodyOf(shop, { payments: [{ total: 300, method }] }),
  })
  expect(data.change).toMatchObject([{ kind, amount: 24, currency: { code: 'NIO' } }])
  expect((await creditsOf(shop)).balances).toEqual(balances)
})

test('change of a later payment is given the same way', async () => {
  const { data } = await shop.user.ok('POST /api/invoices', { body: await bodyOf(shop, { payments: [] }) })
  const body = { total: 300, method: 'cash' as const, change: [{ currencyId: shop.nio, kind: 'credit' as const }] }
  const later = await shop.user.ok('POST /api/invoices/:id/payments', { params: { id: data.id }, body })
  expect(later.data).toMatchObject({ status: 'paid', changeTotal: 24, change: [{ kind: 'credit', amount: 24 }] })
  expect((await creditsOf(shop)).balances).toEqual([24])
})

test('parts that are not the change refuse the invoice, and nothing is kept', async () => {
  const body = await bodyOf(shop, {
    payments: [{ total: 300, method: 'cash' }],
    change: [{ currencyId: shop.nio, amount: 23.99, kind: 'cash' }],
  })
  expect(await shop.user.refused('POST /api/invoices', { body })).toMatchObject({ code: 'amounts_changed' })
  expect((await shop.user.ok('GET /api/invoices')).pagination.total).toBe(0)
})

const cents = (shop: Shop, more: object = {}) =>
  bodyOf(shop, {
    payments: [
      { total: 20, method: 'cash' },
      { total: 300, method: 'card' },
    ],
    ...more,
  })

test('change is cash as far as the payments are cash, and the rest is credit', async () => {
  const { data } = await shop.user.ok('POST /api/invoices', { body: await cents(shop) })
  expect(data.change.map(({ kind, amount, handed }) => [kind, amount, handed])).toEqual([
    ['cash', 20, 20],
    ['credit', 24, 24],
  ])
})

test('a clerk gives no more cash than was paid in cash, an admin does with a reason that is kept', async () => {
  const whole = { change: [{ currencyId: shop.nio, kind: 'cash' as const }] }
  expect(await shop.user.refused('POST /api/invoices', { body: await cents(shop, whole) })).toMatchObject({
    status: 409,
    message: 'El vuelto en efectivo es mayor que el efectivo recibido; deje el resto como saldo a favor',
  })
  const withReason = { ...whole, changeReason: 'El banco no acepta menos' }
  expect((await shop.user.refused('POST /api/invoices', { body: await cents(shop, withReason) })).code).toBe(
    'change_beyond_cash',
  )
  expect(await shop.admin.refused('POST /api/invoices', { body: await cents(shop, whole) })).toMatchObject({
    status: 400,
    fields: { changeReason: 'Escriba por qué se entrega más efectivo del recibido' },
  })
  const { data } = await shop.admin.ok('POST /api/invoices', { body: await cents(shop, withReason) })
  const { rows } = await world.owner.query('select reason from invoice_changes where invoice_id = $1', [data.id])
  expect(rows).toEqual([{ reason: 'El banco no acepta menos' }])
})

test('credit is not turned into cash: an invoice of cents that credit pays gives credit back', async () => {
  const credit = { direction: 'in' as const, currencyId: shop.nio, amount: 500, reason: 'Ajuste' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body: credit })
  const payments = [{ total: 500, method: 'credit' as const }]
  const asked = await bodyOf(shop, { payments, change: [{ currencyId: shop.nio, kind: 'cash' }] })
  expect((await shop.user.refused('POST /api/invoices', { body: asked })).code).toBe('change_beyond_cash')
  const { data } = await shop.user.ok('POST /api/invoices', { body: await bodyOf(shop, { payments }) })
  expect(data.change).toMatchObject([{ kind: 'credit', amount: 224 }])
})

test('an invoice in dollars that córdobas pay gives its change in córdobas where the call says nothing, also later and in a collection', async () => {
  const cordobas = { total: 400, method: 'cash' as const, currencyId: shop.nio }
  const handed = (change: readonly { currency: { code: string }; handed: number }[]) =>
    change.map((part) => [part.currency.code, part.handed])
  const made = await shop.invoice([await shop.receive()], { payments: [cordobas, { total: 2, method: 'cash' }] })
  expect(handed(made.change)).toEqual([['NIO', 198]])
  const { id } = await shop.invoice([await shop.receive()])
  const { data } = await shop.user.ok('POST /api/invoices/:id/payments', { params: { id }, body: cordobas })
  expect(handed(data.change)).toEqual([['NIO', 124]])
  await shop.invoice([await shop.receive()])
  const collected = await shop.user.ok('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: { payments: [cordobas, { total: 2, method: 'cash', currencyId: shop.usd }] },
  })
  expect(handed(collected.data.change)).toEqual([['NIO', 198]])
})

test('what the dollar coin of a change leaves is handed out in córdobas', async () => {
  const body = shop.invoiceBodyOf([await shop.receive()], { payments: [{ total: 17.9, method: 'cash' }] })
  const { data } = await shop.user.ok('POST /api/invoices', { body })
  expect(data.change.map(({ currency, handed, rounding }) => [currency.code, handed, rounding])).toEqual([
    ['USD', 10, 0],
    ['NIO', 15, -0.44],
  ])
})

test('a payment that counts not even a cent is refused wherever it is made', async () => {
  const colon = { code: 'CRC', name: 'Colón', symbol: '₡', rateCompra: 517.5, rateVenta: 510 }
  const { data: crc } = await shop.admin.ok('POST /api/currencies', { body: colon })
  expect(crc.cashStep).toBe(0)
  const empty = { total: 1, method: 'cash' as const, currencyId: crc.id }
  const made = await shop.invoice([await shop.receive()])
  const refusal = { status: 400, code: 'payment_counts_nothing' }
  const body = shop.invoiceBodyOf([await shop.receive()], { payments: [{ total: 1, method: 'cash' }, empty] })
  expect(await shop.user.refused('POST /api/invoices', { body })).toMatchObject({
    ...refusal,
    fields: { 'payments.1.total': 'Este pago no llega ni a un centavo de la factura' },
  })
  const later = { params: { id: made.id }, body: empty }
  expect(await shop.user.refused('POST /api/invoices/:id/payments', later)).toMatchObject(refusal)
  const params = { id: shop.client.id }
  const payments = [{ total: 1, method: 'cash' as const, currencyId: shop.usd }, empty]
  expect(await shop.user.refused('POST /api/clients/:id/collections', { params, body: { payments } })).toMatchObject(
    refusal,
  )
})

test('credit pays an invoice in its own currency, and no more of it than there is', async () => {
  await shop.user.ok('POST /api/invoices', {
    body: await bodyOf(shop, { payments: [{ total: 300, method: 'transfer' }] }),
  })
  const use = (total: number) => bodyOf(shop, { payments: [{ total, method: 'credit' }] })
  expect(await shop.user.refused('POST /api/invoices', { body: await use(24.01) })).toMatchObject({
    status: 409,
    message: 'El saldo a favor del cliente no alcanza',
  })
  const { data } = await shop.user.ok('POST /api/invoices', { body: await use(24) })
  expect(data).toMatchObject({ companyInvoiceId: 2, paidTotal: 24, pendingTotal: 252 })
  expect((await creditsOf(shop)).balances).toEqual([0])
  expect((await shop.user.refused('POST /api/invoices', { body: await use(0.01) })).code).toBe('credit_not_enough')
})

test('credit of one currency is none of another, nor of another client', async () => {
  await shop.user.ok('POST /api/invoices', {
    body: await bodyOf(shop, { payments: [{ total: 300, method: 'transfer' }] }),
  })
  const dollars = await bodyOf(shop, { payments: [{ total: 0.5, method: 'credit', currencyId: shop.usd }] })
  expect((await shop.user.refused('POST /api/invoices', { body: dollars })).code).toBe('credit_not_enough')
  const other = await shop.addClient({ firstName: 'Eva' })
  const courierPackage = await shop.receive({ clientId: other.id })
  const payments = [{ total: 1, method: 'credit' as const }]
  const body = shop.invoiceBodyOf([courierPackage], { clientId: other.id, currencyId: shop.nio, payments })
  expect((await shop.user.refused('POST /api/invoices', { body })).code).toBe('credit_not_enough')
})

test('as many of 60 attempts to use the same credit at once succeed as it pays for', async () => {
  await shop.user.ok('POST /api/invoices', {
    body: await bodyOf(shop, { payments: [{ total: 286, method: 'transfer' }] }),
  })
  const { data } = await shop.user.ok('POST /api/invoices', {
    body: await bodyOf(shop, { payments: [] }),
  })
  let used = 0
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        shop.user.send('POST /api/invoices/:id/payments', {
          params: { id: data.id },
          body: { total: 3, method: 'credit' },
        }),
      ),
    )
    used += answers.filter(({ statusCode }) => statusCode === 201).length
  }
  expect(used).toBe(3)
  expect((await creditsOf(shop)).balances).toEqual([1])
})

test('what was paid of an invoice that is voided becomes credit, less the change', async () => {
  const { data } = await shop.user.ok('POST /api/invoices', {
    body: await bodyOf(shop, { payments: [{ total: 300, method: 'cash' }] }),
  })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: data.id } })
  expect(await creditsOf(shop)).toEqual({ rows: [{ kind: 'void', code: 'NIO', amount: 276 }], balances: [276] })
  const unpaid = await shop.user.ok('POST /api/invoices', { body: await bodyOf(shop, { payments: [] }) })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: unpaid.data.id } })
  expect((await creditsOf(shop)).balances).toEqual([276])
})
