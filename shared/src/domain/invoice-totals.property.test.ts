import {
  cents,
  type Discount,
  dollar,
  type Invoice,
  invoices,
  type Money,
  oracle,
  type Payment,
} from '@casillero/shared/test/invoice-oracle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InvoiceInput, type InvoiceLine, invoiceTotals } from './invoice-totals.ts'

/** Writes units as a decimal, half of the time as JSON sends it and half of the time as PostgreSQL does. */
function decimal(units: number, decimals: number): number | string {
  const digits = String(units).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return units % 2 === 0 ? text : Number(text)
}

const rates = ({ code, compra, venta }: Money) => ({
  code,
  rateCompra: decimal(compra, 4),
  rateVenta: decimal(venta, 4),
})

function asInput(invoice: Invoice): InvoiceInput {
  const payment = ({ amount, currency }: Payment) => ({ total: decimal(amount, 2), currency: rates(currency) })
  return {
    currency: rates(invoice.currency),
    lines: invoice.lines.map(
      ({ weight, price, own, row }): InvoiceLine => ({
        weight: decimal(weight, 2),
        pricePerPound: decimal(price, 2),
        packageDiscountType: own.type,
        packageDiscountValue: own.type === 'none' ? null : decimal(own.hundredths, 2),
        discountType: row.type,
        discountValue: row.type === 'none' ? null : decimal(row.hundredths, 2),
      }),
    ),
    shipping: invoice.shipping && {
      price: decimal(invoice.shipping.amount, 2),
      currency: rates(invoice.shipping.currency),
    },
    generalDiscountType: invoice.general.type,
    generalDiscountValue: decimal(invoice.general.hundredths, 2),
    payments: invoice.payments.map(payment),
  }
}

/** The code's answer in the oracle's integers. An amount with more than two decimals shows in its text. */
function answer(input: InvoiceInput) {
  const totals = invoiceTotals(input)
  return {
    lines: totals.lines.map((line) => ({
      unitPriceMillionths: BigInt(line.unitPrice.toFixed(6).replace('.', '')),
      amount: cents(line.amount),
      finalAmount: cents(line.finalAmount),
      total: cents(line.total),
    })),
    subtotal: cents(totals.subtotal),
    shippingTotal: cents(totals.shippingTotal),
    discountTotal: cents(totals.discountTotal),
    totalAmount: cents(totals.totalAmount),
    paidTotal: cents(totals.paidTotal),
    pendingTotal: cents(totals.pendingTotal),
    change: cents(totals.change),
    isPaid: totals.isPaid,
    payments: totals.payments.map(({ convertedTotal }) => cents(convertedTotal)),
  }
}

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

function expectTheOracle(invoice: Invoice): void {
  expect(answer(asInput(invoice))).toEqual(oracle(invoice))
}

test(`10,000 random invoices agree with exact fractions to the cent (SEED=${seed})`, () => {
  console.info(`invoice totals: SEED=${seed}`)
  fc.assert(fc.property(invoices(8), expectTheOracle), { seed, numRuns: 10_000 })
}, 60_000)

test(`the longest invoices agree with exact fractions to the cent (SEED=${seed})`, () => {
  fc.assert(fc.property(invoices(500, 480), expectTheOracle), { seed, numRuns: 15, endOnFailure: true })
}, 60_000)

test('lines whose value ends in half a cent agree with exact fractions to the cent', () => {
  const none: Discount = { type: 'none', hundredths: 0 }
  const half: Money = { code: 'HLF', compra: 5000, venta: 5000 }
  for (let units = 1; units <= 2000; units += 2) {
    expectTheOracle({
      currency: half,
      lines: [{ weight: 100, price: units, own: none, row: none }],
      shipping: { amount: units, currency: { code: 'TWO', compra: 20_000, venta: 20_000 } },
      general: { type: 'percentage', hundredths: 5000 },
      payments: [{ amount: units, currency: dollar }],
    })
  }
})

test('the dearest invoice that the limits allow agrees with exact fractions to the cent', () => {
  const smallest: Discount = { type: 'fixed_amount', hundredths: 1 }
  const dearest: Money = { code: 'DEA', compra: 99_999_999, venta: 99_999_999 }
  const largest = { amount: 999_999_999, currency: dollar }
  expectTheOracle({
    currency: dearest,
    lines: Array(500).fill({ weight: 999_999, price: 99_999, own: smallest, row: smallest }),
    shipping: largest,
    general: smallest,
    payments: [largest, largest],
  })
})
