import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

async function numbersOf({ id }: Shop) {
  const { rows } = await world.owner.query<{ number: string }>(
    'select company_invoice_id as number from invoices where company_id = $1 order by 1',
    [id],
  )
  return rows.map(({ number }) => Number(number))
}

test('an invoice waits for a rate that is being changed, and takes the new one', async () => {
  const shop = await openShop(world)
  const body = shop.invoiceBodyOf(await shop.receiveMany(1), { currencyId: shop.nio })
  const change = 'update currencies set rate_compra = 40 where id = $1'
  await holding(world.owner, [change, [shop.nio]], async (holder) => {
    const invoicing = shop.user.ok('POST /api/invoices', { body })
    await untilBlocked(world.owner, 1)
    await holder.query('commit')
    expect((await invoicing).data).toMatchObject({ totalAmount: 300, currency: { rateCompra: 40 } })
  })
})

test('a key gives the same invoice again with its fields in another order, long after, and after it was voided', async () => {
  const shop = await openShop(world)
  const headers = { 'idempotency-key': 'una' }
  const content = shop.invoiceBodyOf(await shop.receiveMany(1))
  const first = await shop.user.ok('POST /api/invoices', { body: content, headers })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: first.data.id } })
  const { items, ...rest } = content
  const again = await shop.user.ok('POST /api/invoices', { body: { items, ...rest }, headers })
  expect(again).toEqual(first)
  expect(await numbersOf(shop)).toEqual([1])
})

test('a key with other content is refused, with the number of its invoice', async () => {
  const shop = await openShop(world)
  const headers = { 'idempotency-key': 'una' }
  const content = shop.invoiceBodyOf(await shop.receiveMany(1))
  const { data } = await shop.user.ok('POST /api/invoices', { body: content, headers })
  const other = { ...content, generalDiscountType: 'percentage' as const, generalDiscountValue: 5 }
  expect(await shop.user.refused('POST /api/invoices', { body: other, headers })).toMatchObject({
    status: 422,
    code: 'invoice_already_created',
    message: 'Esta factura ya se creó: #1',
    details: { invoiceId: data.id },
  })
  const client = { firstName: 'Eva', lastNames: 'Paz', phone: '88001122' }
  const elsewhere = await shop.user.refused('POST /api/client', { body: client, headers })
  expect(elsewhere).toMatchObject({ status: 422, code: 'key_reused' })
  const courierPackage = await shop.receive()
  const payment = { params: { id: data.id }, body: { total: 1, method: 'cash' as const }, headers }
  expect((await shop.user.refused('POST /api/invoices/:id/payments', payment)).code).toBe('key_reused')
  expect((await shop.user.send('POST /api/invoices', { body: shop.invoiceBodyOf([courierPackage]) })).statusCode).toBe(
    201,
  )
})

test('a refused invoice may be corrected and sent again under the same key', async () => {
  const shop = await openShop(world)
  const headers = { 'idempotency-key': 'una' }
  const content = shop.invoiceBodyOf(await shop.receiveMany(1))
  const wrong = { body: { ...content, expectedTotal: 1 }, headers }
  expect((await shop.user.refused('POST /api/invoices', wrong)).code).toBe('amounts_changed')
  expect((await shop.user.ok('POST /api/invoices', { body: content, headers })).data.companyInvoiceId).toBe(1)
})

test('a key makes another invoice in another company', async () => {
  const headers = { 'idempotency-key': 'la-misma-en-todas' }
  for (const shop of [await openShop(world), await openShop(world)]) {
    const body = shop.invoiceBodyOf(await shop.receiveMany(1))
    expect((await shop.user.ok('POST /api/invoices', { body, headers })).data.companyInvoiceId).toBe(1)
  }
})

test.each(['con espacio', 'ñ', 'x'.repeat(201)])('the key %j is refused', async (key) => {
  const shop = await openShop(world)
  const sent = { body: shop.invoiceBodyOf(await shop.receiveMany(1)), headers: { 'idempotency-key': key } }
  const refused = await shop.user.refused('POST /api/invoices', sent)
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, ['Idempotency-Key']])
})
