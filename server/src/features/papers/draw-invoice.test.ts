import type { InvoiceCharge } from '@casillero/shared/contract/invoice-charges'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { plainRules } from '@casillero/shared/domain/tariff-rules'
import { expect, test } from 'vitest'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { drawInvoice } from './draw-invoice.ts'
import { openPaper } from './paper.ts'

const currency = { id: '1', code: 'NIO', name: 'Córdoba', symbol: 'C$', rateCompra: 36.8, rateVenta: 36.4 }
const createdAt = '2026-11-20T16:42:00.000Z'

const lineOf = (index: number): Invoice['items'][number] => ({
  id: `${index}`,
  itemType: 'package',
  packageId: `${index}`,
  companyPackageId: 1_000 + index,
  tracking: `1Z${'9'.repeat(58)}`,
  description: `Caja ${index} con ropa, zapatos y repuestos de motocicleta que no cabe en una sola línea`,
  quantity: 2,
  weight: 2,
  length: null,
  width: null,
  height: null,
  priceRules: null,
  unitPrice: 3.75,
  listPrice: 3.75,
  packageDiscountType: 'percentage',
  packageDiscountValue: 10,
  currency: 'USD',
  discountType: 'fixed_amount',
  discountValue: 0.5,
  amount: 7.5,
  finalAmount: 7,
  total: 257.6,
  companyHandoverId: null,
})

const payment = (index: number): Invoice['payments'][number] => ({
  id: `${index}`,
  method: 'transfer',
  reference: `TRF-${1_000 + index}`,
  total: 1,
  currency,
  convertedTotal: 1,
  createdAt,
  collection: null,
})

const invoiceOf = (lines: number, payments = 0): Invoice => ({
  id: 'x',
  companyInvoiceId: 57,
  client: {
    id: 'c',
    firstName: 'Ñuño 🎁',
    middleName: null,
    lastNames: 'Güell Łódź Nguyễn',
    casillero: 'DEM0001',
    phone: '50586904417',
  },
  status: 'pending',
  createdAt,
  currency,
  subtotal: 100,
  chargesTotal: 0,
  advancesTotal: 0,
  shippingTotal: 0,
  discountTotal: 0,
  totalAmount: 100,
  paidTotal: 0,
  pendingTotal: 100,
  changeTotal: 0,
  generalDiscountType: 'none',
  generalDiscountValue: 0,
  createdBy: { fullName: 'Rosa Peña' },
  voidedAt: null,
  items: Array.from({ length: lines }, (_, index) => lineOf(index)),
  charges: [],
  shipments: [],
  payments: Array.from({ length: payments }, (_, index) => payment(index)),
  reversedPayments: [],
  change: [],
  isShared: false,
})

const heading = { name: 'Envíos', ruc: null, address: null, phone: null, footer: 'x '.repeat(200).trim(), logo: null }
const draw = (invoice: Invoice, format: 'letter' | 'ticket' = 'letter') =>
  drawInvoice({ format, invoice, heading, cordoba: null })

test('a letter of a hundred lines repeats its heads and numbers its pages, and no line is lost', async () => {
  const pages = await pagesOf(await draw(invoiceOf(100)))
  expect(pages.length).toBeGreaterThan(4)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
  const withLines = pages.filter((page) => /Caja \d+ con/.test(page))
  expect(withLines.length).toBeGreaterThan(4)
  expect(withLines.filter((page) => !page.includes('US$/lb'))).toEqual([])
  const text = pages.join(' ')
  expect(invoiceOf(100).items.filter(({ companyPackageId }) => !text.includes(`#${companyPackageId} `))).toEqual([])
})

test('a line under the rules of a tariff shows what was charged, its unit and what it was counted from, on letter and ticket', async () => {
  const rules = { ...plainRules, roundUpTo: 1, volumetricDivisor: 166 }
  const ruled = { ...lineOf(1), quantity: 6, weight: 3.2, length: 12, width: 10, height: 8, priceRules: rules }
  const invoice = { ...invoiceOf(2), items: [ruled, lineOf(2)] }
  const letter = (await pagesOf(await draw(invoice))).join(' ')
  expect(letter).toContain('Cobrado')
  expect(letter).not.toContain('US$/lb')
  for (const text of [letter, (await pagesOf(await draw(invoice, 'ticket'))).join(' ')]) {
    expect(text).toContain('6.00 lbs')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('3.20 lbs · 12 × 10 × 8 pulg · volumen 5.78 → 6 lbs')
  }
  expect(letter).toContain('5.20 lbs')
})

test('charges stand under their package and those of the invoice after all, on letter and ticket; waived ones on neither', async () => {
  const charge = (name: string, more: Partial<InvoiceCharge> = {}): InvoiceCharge => ({
    id: name,
    itemType: 'charge',
    chargeId: name,
    packageId: '0',
    name,
    kind: 'per_package',
    quantity: 1,
    unitPrice: 1.5,
    currency: { code: 'USD', symbol: 'US$' },
    percentage: null,
    days: null,
    fullTotal: null,
    declaredValue: null,
    total: 55.2,
    isWaived: false,
    waiverReason: null,
    ...more,
  })
  const duty = { kind: 'advance' as const, unitPrice: 1250, currency: { code: 'NIO', symbol: 'C$' }, total: 1250 }
  const invoice = {
    ...invoiceOf(2),
    charges: [
      charge('Manejo'),
      charge('Seguro', { kind: 'percent_of_value', percentage: 2, declaredValue: 180, unitPrice: 3.6, total: 132.48 }),
      charge('Impuestos de aduana', duty),
      charge('Empaque', { isWaived: true }),
      charge('Trámite', { packageId: null, kind: 'per_invoice', unitPrice: 3, total: 110.4 }),
    ],
    chargesTotal: 298.08,
    advancesTotal: 1250,
    subtotal: 2063.28,
  }
  for (const format of ['letter', 'ticket'] as const) {
    const text = (await pagesOf(await draw(invoice, format))).join(' ').replaceAll(/\s+/g, ' ')
    const order = [
      'Caja 0',
      'Manejo · por paquete',
      'Seguro · 2% de US$180.00',
      'Impuestos de aduana',
      'Caja 1',
      'Trámite · de la factura',
    ]
    const places = order.map((words) => text.indexOf(words))
    expect(places, format).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0], format).toBeGreaterThan(-1)
    for (const words of ['C$1,250.00', 'Flete C$515.20', 'Cargos C$298.08', 'Impuestos por su cuenta C$1,250.00'])
      expect(text, format).toContain(words)
    expect(text, format).not.toContain('Empaque')
  }
})

test('a letter with 50 payments shows all of them, beside the totals and below', async () => {
  const pages = await pagesOf(await draw(invoiceOf(14, 50)))
  const text = pages.join(' ')
  expect(invoiceOf(0, 50).payments.filter(({ reference }) => !text.includes(reference ?? '–'))).toEqual([])
  expect(text.match(/Saldo Pendiente/g)).toHaveLength(1)
})

test('a ticket of 500 lines is cut where a PDF may be no longer, and no line is lost', async () => {
  const pages = await pagesOf(await draw(invoiceOf(500), 'ticket'))
  expect(pages.length).toBeGreaterThan(1)
  const text = pages.join(' ')
  expect(invoiceOf(500).items.filter(({ companyPackageId }) => !text.includes(`#${companyPackageId} `))).toEqual([])
})

test('letters of names are kept, a box stands for what the font lacks, and both discounts of a line stand side by side', async () => {
  const [page] = await pagesOf(await draw(invoiceOf(1)))
  expect(page).toContain('Ñuño □ Güell Łódź Nguyễn')
  expect(page).toContain('10% + US$0.50')
})

test('both weights of Inter are embedded with the letters that are used, and nothing else', async () => {
  const content = Buffer.from(await draw(invoiceOf(1))).toString('latin1')
  expect(content.match(/\/FontName \/\w+\+Inter-\w+/g)).toHaveLength(2)
  expect(content).not.toMatch(/\/BaseFont \/(?:Helvetica|Times)/)
  expect(content.length).toBeLessThan(40_000)
})

test('a text is wrapped at its words, and a word that is wider than the line is cut', () => {
  const paper = openPaper({ title: '', author: '', createdAt: new Date(createdAt) })
  const style = { size: 10 }
  const lines = paper.wrap(`Una caja ${'9'.repeat(40)}\nfin`, 100, style)
  expect(lines.filter((line) => paper.measureWidth(line, style) > 100)).toEqual([])
  expect(lines.join('').replaceAll(' ', '')).toBe(`Unacaja${'9'.repeat(40)}fin`)
  expect(lines.at(-1)).toBe('fin')
})

test('a sign is read from a paper as it was written, whatever an earlier paper wrote', async () => {
  const described = (description: string): Invoice => ({ ...invoiceOf(1), items: [{ ...lineOf(0), description }] })
  // The font draws both with one glyph.
  await draw(described('Miami -> Managua'))
  const [page] = await pagesOf(await draw(described('Miami → Managua')))
  expect(page).toContain('Miami → Managua')
})
