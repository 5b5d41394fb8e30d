import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { absentId } from '../../../../tests/support/world.ts'

const world = shareWorld()

type Values = Parameters<Shop['invoiceBodyOf']>[1]

/** One package of 2 lb at US$3.75 in córdobas: C$276.00. */
const invoiceOf = async (shop: Shop, values: Values) =>
  shop.invoice([await shop.receive()], { currencyId: shop.nio, ...values })

const reversing = (id = '') => ({ params: { id }, body: { reason: 'Billete falso' } })

const reverse = async ({ admin }: Shop, id = '') =>
  (await admin.ok('POST /api/payments/:id/reverse', reversing(id))).data

test('a payment is reversed once, by admins alone, with a reason, and not of a void invoice', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
