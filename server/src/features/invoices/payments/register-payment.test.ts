import { expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../../tests/support/shop.ts'
import { absentId } from '../../../../../tests/support/world.ts'

const world = shareWorld()
const shop = openShops(world)

type Payment = { total: number; method?: 'cash' | 'card'; currencyId?: string; reference?: string }

const paying = (id: string, payment: Payment, headers = {}) => ({
  params: { id },
  body: { method: 'cash' as const, ...payment },
  headers,
})

const pay = async ({ user }: Shop, id: string, payment: Payment) =>
  (await user.ok('POST /api/invoices/:id/payments', paying(id, payment))).data

const shipped = (shop: Shop) => ({
  shipping: { shippingMethodId: shop.methodId, currencyId: shop.usd, shippingPrice: 2.5, shippingAddress: 'León' },
})

test('a later payment is added with its own rates, and the one that covers the rest makes invoice and shipment paid', async () => {
  const { id } = await shop.invoice([await shop.receive()], shipped(shop))
  const first = await pay(shop, id, { total: 36.8, currencyId: shop.nio, reference: 'R1' })
  expect(first).toMatchObject({
    status: 'pending',
    paidTotal: 1,
    pendingTotal: 9,
    shipments: [{ status: 'pending_payment' }],
  })
  const last = await pay(shop, id, { total: 9, method: 'card' })
  expect(last).toMatchObject({
    status: 'paid',
    totalAmount: 10,
    paidTotal: 10,
    pendingTotal: 0,
    shipments: [{ status: 'paid' }],
    payments: [
      {
        total: 36.8,
        method: 'cash',
        reference: 'R1',
        convertedTotal: 1,
        currency: { code: 'NIO', rateCompra: 36.8 },
      },
      { total: 9, method: 'card', reference: null, convertedTotal: 9, currency: { code: 'USD' } },
    ],
  })
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })).data).toEqual(last)
})

test('a later payment counts at the rates of its time, and changes no earlier amount', async () => {
  const { id } = await shop.invoice(await shop.receiveMany(4), {
    currencyId: shop.nio,
    payments: [{ total: 10, method: 'cash', currencyId: shop.usd }],
  })
  await world.owner.query(
    `update currencies set rate_compra = 40, rate_venta = 38 where company_id = $1 and code = 'NIO'`,
    [shop.id],
  )
  const paid = await pay(shop, id, { total: 10, currencyId: shop.usd })
  expect(paid.payments.map(({ convertedTotal }) => convertedTotal)).toEqual([364, 380])
  expect(paid).toMatchObject({ totalAmount: 1104, paidTotal: 744, pendingTotal: 360, currency: { rateCompra: 36.8 } })
})

test('a later payment is refused for an invoice that is paid or voided', async () => {
  const paid = await shop.invoice([await shop.receive()], { payments: [{ total: 7.5, method: 'cash' }] })
  const voided = await shop.invoice([await shop.receive()])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  for (const { id, companyInvoiceId } of [paid, voided]) {
    expect(await shop.user.refused('POST /api/invoices/:id/payments', paying(id, { total: 1 }))).toMatchObject({
      status: 409,
      message: `La factura #${companyInvoiceId} ya no está pendiente`,
    })
  }
})

test.each([
  [{ total: 0 }, { total: 'Ingrese un monto mayor a 0' }],
  [{ total: 1.005 }, { total: 'Use como máximo 2 decimales' }],
  [{ total: 1e8 }, { total: 'El máximo es 9999999.99' }],
  [{ method: 'oro' }, { method: 'Elija el método de pago' }],
  [{ currencyId: absentId }, { currencyId: 'El registro elegido ya no existe' }],
])('a later payment with %j is refused under the field', async (values, fields) => {
  const { id } = await shop.invoice([await shop.receive()])
  const body = { total: 1, method: 'cash', ...values }
  const answer = await shop.user.send('POST /api/invoices/:id/payments', { params: { id }, body })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test('payments at the same moment take turns, so that the sum is right and none is accepted after the invoice is paid', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await shop.invoice([await shop.receive()])
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => shop.user.send('POST /api/invoices/:id/payments', paying(id, { total: 2.5 }))),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 409])
    const { data } = await shop.user.ok('GET /api/invoices/:id', { params: { id } })
    expect([data.status, data.paidTotal, data.payments.length]).toEqual(['paid', 7.5, 3])
  }
})

test('a payment and a void at the same moment come in either order, and the second is refused or voids the paid invoice', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await shop.invoice([await shop.receive()])
    const [paid, voided] = await Promise.all([
      shop.user.send('POST /api/invoices/:id/payments', paying(id, { total: 1 })),
      shop.admin.send('DELETE /api/invoices/:id', { params: { id } }),
    ])
    expect([201, 409]).toContain(paid.statusCode)
    expect(voided.statusCode).toBe(200)
    const { data } = await shop.user.ok('GET /api/invoices/:id', { params: { id } })
    expect([data.status, data.payments.length]).toEqual(['cancelled', paid.statusCode === 201 ? 1 : 0])
  }
})

test('payments at the same moment under one key are one payment, and another one under it is refused with the invoice', async () => {
  const { id } = await shop.invoice([await shop.receive()])
  const headers = { 'idempotency-key': 'un-pago' }
  const sent = paying(id, { total: 1 }, headers)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.user.send('POST /api/invoices/:id/payments', sent)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  const refusal = { status: 422, message: 'Este pago ya se registró en la factura #1', details: { invoiceId: id } }
  const more = paying(id, { total: 2 }, headers)
  expect(await shop.user.refused('POST /api/invoices/:id/payments', more)).toMatchObject(refusal)
  const { id: other } = await shop.invoice([await shop.receive()])
  const elsewhere = paying(other, { total: 1 }, headers)
  expect(await shop.user.refused('POST /api/invoices/:id/payments', elsewhere)).toMatchObject(refusal)
})

type Values = Parameters<Shop['invoiceBodyOf']>[1]

/** One package of 2 lb at US$3.75 in córdobas: C$276.00. */
const invoiceOf = async (shop: Shop, values: Values) =>
  shop.invoice([await shop.receive()], { currencyId: shop.nio, ...values })

const reversing = (id = '') => ({ params: { id }, body: { reason: 'Billete falso' } })

const reverse = async ({ admin }: Shop, id = '') =>
  (await admin.ok('POST /api/payments/:id/reverse', reversing(id))).data

test('a payment is reversed once, by admins alone, with a reason, and not of a void invoice', async () => {
  const made = await invoiceOf(shop, { payments: [{ total: 50, method: 'card' }] })
  const id = made.payments[0]?.id
  expect(await shop.user.refused('POST /api/payments/:id/reverse', reversing(id))).toMatchObject({ status: 403 })
  const blank = { params: { id: id ?? '' }, body: { reason: ' ' } }
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', blank)).toMatchObject({
    status: 400,
    fields: { reason: 'Escriba el motivo' },
  })
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', reversing(absentId))).toMatchObject({
    status: 404,
  })
  await reverse(shop, id)
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', reversing(id))).toMatchObject({
    status: 409,
    message: 'Este pago ya está revertido',
  })
  const voided = await invoiceOf(shop, { payments: [{ total: 50, method: 'card' }] })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  const ofVoid = reversing(voided.payments[0]?.id)
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', ofVoid)).toMatchObject({
    status: 409,
    code: 'invoice_already_voided',
  })
})

test('a reversal under one key is one reversal, and another one under it is refused with the invoice', async () => {
  const made = await invoiceOf(shop, {
    payments: [
      { total: 50, method: 'card' },
      { total: 60, method: 'card' },
    ],
  })
  const headers = { 'idempotency-key': 'una-reversion' }
  const sent = { ...reversing(made.payments[0]?.id), headers }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.admin.send('POST /api/payments/:id/reverse', sent)),
  )
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(200)
  const more = { ...reversing(made.payments[1]?.id), headers }
  expect(await shop.admin.refused('POST /api/payments/:id/reverse', more)).toMatchObject({
    status: 422,
    message: 'Este pago ya se revirtió en la factura #1',
  })
})
