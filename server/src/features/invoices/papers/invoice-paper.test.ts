import type { Invoice, PaperFormat } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openPrincipal } from '../../../../../tests/support/cash-session.ts'
import { logoPart, sendCompanyForm } from '../../../../../tests/support/company-form.ts'
import { shareShop, shareWorld } from '../../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../../tests/support/pdf-text.ts'
import { openShop } from '../../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = shareShop(world)
let example: Invoice
beforeAll(async () => {
  await shop.admin.ok('PUT /api/companies/update', {
    body: {
      ruc: 'J0310000000000',
      address: 'Km 4.5 Carretera Norte, Managua',
      phone: '22220000',
      invoiceFooter: 'Gracias por su preferencia',
    },
  })
  example = await invoiceExample()
})

async function askFor(id: string, format: PaperFormat, actor = shop.viewer) {
  const answer = await actor.send('GET /api/invoices/:id/document', { params: { id }, query: { format } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

const textOf = async (id: string, format: PaperFormat) =>
  (await pagesOf((await askFor(id, format)).rawPayload)).join(' ')

/** The worked example of the product's rules, paid with what leaves change in two currencies. */
async function invoiceExample() {
  const client = await shop.addClient({
    firstName: 'Guadalupe',
    middleName: 'del Carmen',
    lastNames: 'Martínez Zúñiga',
  })
  const own = { clientId: client.id }
  const shoes = await shop.receive({
    ...own,
    weight: 3.33,
    description: 'Ropa de niño 🎁',
    tracking: '1Z999AA10123456784',
  })
  const parts = await shop.receive({ ...own, weight: 3.1, discountType: 'fixed_amount', discountValue: 1 })
  const content = shop.invoiceBodyOf([shoes, parts])
  return await shop.invoice([], {
    ...own,
    currencyId: shop.nio,
    items: content.items.map((item, index) =>
      index === 1 ? { ...item, discountType: 'fixed_amount', discountValue: 0.5 } : item,
    ),
    shipping: {
      shippingMethodId: shop.methodId,
      currencyId: shop.usd,
      shippingPrice: 5,
      shippingAddress: 'Reparto San Juan',
      shippingCity: 'Managua',
    },
    generalDiscountType: 'percentage',
    generalDiscountValue: 10,
    payments: [{ total: 30, method: 'cash', currencyId: shop.usd, reference: 'REC-7' }],
    change: [
      { currencyId: shop.usd, amount: 4, kind: 'cash' },
      { currencyId: shop.nio, kind: 'credit' },
    ],
  })
}

test.each(['letter', 'ticket'] as const)('a %s shows every figure of the worked example', async (format) => {
  const invoice = example
  const text = await textOf(invoice.id, format)
  const { createdBy, companyInvoiceId, items } = invoice
  const figures = [
    ...['RUC J0310000000000', 'Km 4.5 Carretera Norte, Managua', '+505 2222 0000', 'Gracias por su preferencia'],
    ...[
      `#${companyInvoiceId}`,
      'Pagada',
      createdBy.fullName,
      'Guadalupe del Carmen Martínez Zúñiga',
      invoice.client.casillero,
    ],
    ...items.map(({ companyPackageId }) => `#${companyPackageId}`),
    ...['Ropa de niño □', '1Z999AA10123456784', 'Sin descripción', '3.33', '3.10', '3.75', 'US$1.50', '6.43 lbs'],
    ...['C$459.54', 'C$372.60', 'C$832.14', 'C$184.00', 'Reparto San Juan, Managua', 'Descuento (10%)', '−C$101.61'],
    ...['C$914.53', 'US$24.85', 'C$36.80 por US$ 1', 'Efectivo', 'US$30.00', '× 36.40', 'C$1,092.00', 'REC-7'],
    ...['C$177.47', 'US$4.00', 'C$31.87'],
  ]
  expect(figures.filter((figure) => !text.includes(figure))).toEqual([])
  expect(text).not.toContain('Saldo Pendiente')
})

test('a paper says what is pending, and the total of an invoice in US$ in córdobas of its day', async () => {
  const invoice = await shop.invoice([await shop.receive()])
  const { data: currencies } = await shop.admin.ok('GET /api/currencies')
  const nio = currencies.find(({ id }) => id === shop.nio)
  const changeRate = (rateCompra = 36.8) =>
    shop.admin.ok('PUT /api/currencies/:id', {
      params: { id: shop.nio },
      body: { code: 'NIO', name: 'Córdoba', symbol: 'C$', rateVenta: 36.4, rateCompra },
    })
  expect(nio).toMatchObject({ rateCompra: 36.8, rateVenta: 36.4 })
  await changeRate(40)
  await changeRate(50)
  const text = await textOf(invoice.id, 'letter')
  await changeRate()
  expect(text).toContain('Saldo Pendiente US$7.50')
  expect(text).toContain('Equivale a C$276.00 (referencia)')
})

test('the same invoice gives the same bytes, whatever became of its client and the rates since', async () => {
  const invoice = example
  const before = (await askFor(invoice.id, 'letter')).rawPayload
  await world.owner.query(`update clients set first_name = 'Otra' where id = $1`, [invoice.client.id])
  await world.owner.query('update currencies set rate_venta = 30 where id = $1', [shop.nio])
  const after = (await askFor(invoice.id, 'letter')).rawPayload
  await world.owner.query('update currencies set rate_venta = 36.4 where id = $1', [shop.nio])
  expect(after.equals(before)).toBe(true)
})

test('the paper of a voided invoice says ANULADA and names nothing as pending', async () => {
  const { id } = await shop.invoice([await shop.receive()])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
  for (const format of ['letter', 'ticket'] as const) {
    const text = await textOf(id, format)
    expect(text).toContain('ANULADA')
    expect(text).not.toContain('Saldo Pendiente')
  }
})

test('a paper carries the logo of its company', async () => {
  const { id } = await shop.invoice([await shop.receive()])
  const without = (await askFor(id, 'letter')).rawPayload
  const logo = await sharp({ create: { width: 64, height: 32, channels: 4, background: '#0a05' } })
    .png()
    .toBuffer()
  expect((await sendCompanyForm(world, shop, [logoPart(logo)])).statusCode).toBe(200)
  const withLogo = (await askFor(id, 'letter')).rawPayload
  expect(without.includes('/Subtype /Image')).toBe(false)
  expect(withLogo.includes('/Subtype /Image')).toBe(true)
  expect((await askFor(id, 'ticket')).rawPayload.includes('/Subtype /Image')).toBe(true)
})

test('a paper is a PDF under the number of its invoice, and a letter where no format is named', async () => {
  const invoice = await shop.invoice([await shop.receive()])
  const answer = await shop.viewer.send('GET /api/invoices/:id/document', { params: { id: invoice.id } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Factura-${invoice.companyInvoiceId}.pdf"`,
    'cache-control': 'no-store',
  })
  expect(answer.rawPayload.equals((await askFor(invoice.id, 'letter')).rawPayload)).toBe(true)
  const odd = await shop.viewer.send(`GET /api/invoices/${invoice.id}/document?format=a4`)
  expect(odd.json()).toMatchObject({ code: 'invalid', fields: { format: 'Elija Carta o Ticket' } })
})
const formats = ['letter', 'ticket'] as const

let session: Awaited<ReturnType<typeof openPrincipal>>
let twice: Awaited<ReturnType<typeof invoicePaidTwice>>
beforeAll(async () => {
  session = await openPrincipal(shop)
  twice = await invoicePaidTwice()
})

async function askForReceipt(id = '', format: PaperFormat = 'letter') {
  const answer = await shop.viewer.send('GET /api/payments/:id/document', { params: { id }, query: { format } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

const readReceipt = async (id: string | undefined, format: PaperFormat) =>
  (await pagesOf((await askForReceipt(id, format)).rawPayload)).join(' ')

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
  const text = await readReceipt(second, format)
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
    const text = await readReceipt(first, format)
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
  const [card, cash] = await Promise.all(payments.map(({ id }) => readReceipt(id, 'letter')))
  expect(card).toContain(`#${companyInvoiceId}-1`)
  for (const text of [card, cash]) expect(text).toContain('Pagado en total US$10.00 ')
  expect(card).not.toContain('Vuelto')
  expect(cash).toContain('Vuelto US$2.50')
})

test('a receipt stays as it was, whatever is paid and reversed of its invoice later', async () => {
  const { id, payments } = await shop.invoice([await shop.receive()], { payments: [{ total: 2, method: 'cash' }] })
  const [first] = payments
  const before = (await askForReceipt(first?.id)).rawPayload
  const second = (await pay(id, { total: 3, currencyId: shop.usd })).payments[1]?.id ?? ''
  const text = await readReceipt(second, 'letter')
  expect(text).toContain('Saldo Pendiente US$2.50')
  await pay(id, { total: 3, currencyId: shop.usd })
  await shop.admin.ok('POST /api/payments/:id/reverse', { params: { id: first?.id ?? '' }, body: { reason: 'Mal' } })
  expect(await readReceipt(second, 'letter')).toBe(text)
  const after = await readReceipt(first?.id, 'letter')
  expect(after).toContain('Saldo Pendiente US$5.50')
  expect((await askForReceipt(first?.id)).rawPayload.equals(before)).toBe(false)
  await world.owner.query(`update clients set first_name = 'Otra' where id = $1`, [shop.client.id])
  expect((await askForReceipt(second)).rawPayload.equals((await askForReceipt(second)).rawPayload)).toBe(true)
  expect(await readReceipt(second, 'letter')).toBe(text)
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
    const text = await readReceipt(id, format)
    for (const part of ['REVERTIDO', 'Revertido el', by, 'Otra cuenta', 'DEV-9']) expect(text).toContain(part)
  }
})

test('the receipt of a voided invoice says so and names nothing as pending', async () => {
  const invoice = await shop.invoice([await shop.receive()], { payments: [{ total: 2, method: 'cash' }] })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  const text = await readReceipt(invoice.payments[0]?.id, 'letter')
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
  expect(answer.rawPayload.equals((await askForReceipt(params.id)).rawPayload)).toBe(true)
  const other = await openShop(world)
  expect(await other.viewer.refused('GET /api/payments/:id/document', { params })).toMatchObject({ status: 404 })
})
