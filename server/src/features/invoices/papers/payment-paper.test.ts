import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { beforeAll, expect, test } from 'vitest'
import { openPrincipal } from '../../../../../tests/support/cash-session.ts'
import { shareShop, shareWorld } from '../../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../../tests/support/pdf-text.ts'
import { openShop } from '../../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = shareShop(world)
const formats = ['letter', 'ticket'] as const

let session: Awaited<ReturnType<typeof openPrincipal>>
let twice: Awaited<ReturnType<typeof invoicePaidTwice>>
beforeAll(async () => {
  session = await openPrincipal(shop)
  twice = await invoicePaidTwice()
})

async function askFor(id = '', format: PaperFormat = 'letter') {
  const answer = await shop.viewer.send('GET /api/payments/:id/document', { params: { id }, query: { format } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

const textOf = async (id: string | undefined, format: PaperFormat) =>
  (await pagesOf((await askFor(id, format)).rawPayload)).join(' ')

const pay = async (id: string, body: object) =>
  (
    await shop.user.ok('POST /api/invoices/:id/payments', {
      params: { id },
      body: JSON.parse(JSON.stringify({ method: 'cash', currencyId: shop.nio, ...body })),
    })
  ).data

/** An invoice of C$735.54: C$100 by transfer when it was made, then US$20, of which C$92.46 is given back. */
async function invoicePaidTwice() {
  const client = await shop.addClient({ firstName: 'Guadalupe', lastNames: 'Martínez Zúñiga' })
  const own = { clientId: client.id }
  const made = await shop.invoice([await shop.receive({ ...own, weight: 5.33 })], {
    ...own,
    currencyId: shop.nio,
    payments: [{ total: 100, method: 'transfer', currencyId: shop.nio, reference: 'TRF-1' }],
  })
  const change = [
    { currencyId: shop.nio, amount: 3, kind: 'credit' },
    { currencyId: shop.nio, kind: 'cash' },
  ]
  const invoice = await pay(made.id, { total: 20, currencyId: shop.usd, reference: 'REC-7', change })
  return { invoice, first: made.payments[0]?.id, second: invoice.payments[1]?.id }
}

test.each(formats)('a %s shows every figure of the payment, of its change, and of its invoice', async (format) => {
  const { invoice, second } = twice
  const text = await textOf(second, format)
  const { companyInvoiceId: number, client } = invoice
  const [credit] = invoice.change
  const paid = invoice.payments[1]
  const figures = [
    ...[`#${number}-2`, `#${number}`, 'Recibo', 'Recibido', 'Guadalupe Martínez Zúñiga', client.casillero],
    ...['Efectivo', 'REC-7', 'US$20.00', '× 36.40', 'C$728.00', formatDateTime(paid?.createdAt ?? '')],
    ...['C$735.54', 'C$828.00', 'C$92.46', 'Vuelto a saldo a favor', 'C$3.00', 'Vuelto en C$ C$89.00'],
    ...['Redondeo en C$ C$0.46', 'Saldo Pendiente C$0.00'],
    ...[`Caja principal · turno #${session.companySessionId}`, session.openedBy.fullName],
  ]
  expect(credit).toMatchObject({ kind: 'credit', amount: 3 })
  expect(figures.filter((figure) => !text.includes(figure))).toEqual([])
  expect(text).not.toContain('REVERTIDO')
})

test('a receipt says what was pending after its payment, and no change of another one', async () => {
  const { invoice, first } = twice
  for (const format of formats) {
    const text = await textOf(first, format)
    expect(text).toContain(`#${invoice.companyInvoiceId}-1`)
    expect(text).toContain('TRF-1')
    expect(text).toContain(`Saldo Pendiente C$${(invoice.totalAmount - 100).toFixed(2)}`)
    expect(text).not.toContain('Vuelto')
    expect(text).not.toContain('×')
  }
})

test('payments of one moment show one sum, and the change stands on the receipt of the cash', async () => {
  const packages = [await shop.receive()]
  const { payments, companyInvoiceId } = await shop.invoice(packages, {
    payments: [
      { total: 5, method: 'card' },
      { total: 5, method: 'cash' },
    ],
  })
  const [card, cash] = await Promise.all(payments.map(({ id }) => textOf(id, 'letter')))
  expect(card).toContain(`#${companyInvoiceId}-1`)
  for (const text of [card, cash]) expect(text).toContain('Pagado en total US$10.00 ')
  expect(card).not.toContain('Vuelto')
  expect(cash).toContain('Vuelto US$2.50')
})

test('a receipt stays as it was, whatever is paid and reversed of its invoice later', async () => {
  const { id, payments } = await shop.invoice([await shop.receive()], { payments: [{ total: 2, method: 'cash' }] })
  const [first] = payments
  const before = (await askFor(first?.id)).rawPayload
  const second = (await pay(id, { total: 3, currencyId: shop.usd })).payments[1]?.id ?? ''
  const text = await textOf(second, 'letter')
  expect(text).toContain('Saldo Pendiente US$2.50')
  await pay(id, { total: 3, currencyId: shop.usd })
  await shop.admin.ok('POST /api/payments/:id/reverse', { params: { id: first?.id ?? '' }, body: { reason: 'Mal' } })
  expect(await textOf(second, 'letter')).toBe(text)
  const after = await textOf(first?.id, 'letter')
  expect(after).toContain('Saldo Pendiente US$5.50')
  expect((await askFor(first?.id)).rawPayload.equals(before)).toBe(false)
  await world.owner.query(`update clients set first_name = 'Otra' where id = $1`, [shop.client.id])
  expect((await askFor(second)).rawPayload.equals((await askFor(second)).rawPayload)).toBe(true)
  expect(await textOf(second, 'letter')).toBe(text)
})

test('the receipt of a reversed payment says REVERTIDO, with by whom and why', async () => {
  const invoice = await shop.invoice([await shop.receive()], {
    payments: [{ total: 7.5, method: 'transfer', reference: 'BAC-1' }],
  })
  const id = invoice.payments[0]?.id ?? ''
  const body = { reason: 'Otra cuenta', reference: 'DEV-9' }
  const { data } = await shop.admin.ok('POST /api/payments/:id/reverse', { params: { id }, body })
  const by = data.reversedPayments[0]?.reversal.by.fullName ?? '–'
  for (const format of formats) {
    const text = await textOf(id, format)
    for (const part of ['REVERTIDO', 'Revertido el', by, 'Otra cuenta', 'DEV-9']) expect(text).toContain(part)
  }
})

test('the receipt of a voided invoice says so and names nothing as pending', async () => {
  const invoice = await shop.invoice([await shop.receive()], { payments: [{ total: 2, method: 'cash' }] })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  const text = await textOf(invoice.payments[0]?.id, 'letter')
  expect(text).toContain('Cancelada')
  expect(text).not.toContain('Saldo Pendiente')
})

test('a receipt is a PDF under the numbers of its invoice and its payment, and a letter where no format is named', async () => {
  const invoice = await shop.invoice([await shop.receive()], { payments: [{ total: 2, method: 'cash' }] })
  const params = { id: invoice.payments[0]?.id ?? '' }
  const answer = await shop.viewer.send('GET /api/payments/:id/document', { params })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Recibo-${invoice.companyInvoiceId}-1.pdf"`,
    'cache-control': 'no-store',
  })
  expect(answer.rawPayload.equals((await askFor(params.id)).rawPayload)).toBe(true)
  const other = await openShop(world)
  expect(await other.viewer.refused('GET /api/payments/:id/document', { params })).toMatchObject({ status: 404 })
})
