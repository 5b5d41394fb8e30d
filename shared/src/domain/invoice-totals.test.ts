import { describe, expect, test } from 'vitest'
import {
  balanceAfterPayment,
  computeBalance,
  type InvoiceInput,
  type InvoiceLine,
  invoiceTotals,
} from './invoice-totals.ts'
import { plainRules } from './tariff-rules.ts'

const usd = { code: 'USD', rateCompra: '1.0000', rateVenta: '1.0000' }
const nio = { code: 'NIO', rateCompra: '36.8000', rateVenta: '36.4000' }

const line: InvoiceLine = {
  weight: '2.00',
  pricePerPound: '5.00',
  packageDiscountType: 'none',
  packageDiscountValue: null,
  discountType: 'none',
  discountValue: null,
}

const invoice: InvoiceInput = {
  currency: nio,
  lines: [line],
  shipping: null,
  generalDiscountType: 'none',
  generalDiscountValue: null,
  payments: [],
}

test('the worked example of an invoice comes out to the cent', () => {
  const totals = invoiceTotals({
    currency: nio,
    lines: [
      { ...line, weight: 3.33, pricePerPound: 3.75 },
      {
        weight: 3.1,
        pricePerPound: 3.75,
        packageDiscountType: 'fixed_amount',
        packageDiscountValue: 1,
        discountType: 'fixed_amount',
        discountValue: 0.5,
      },
    ],
    shipping: { price: 5, currency: usd },
    generalDiscountType: 'percentage',
    generalDiscountValue: 10,
    payments: [
      { total: 10, currency: usd },
      { total: 200, currency: nio },
    ],
  })
  expect(totals).toEqual({
    charges: [],
    chargesTotal: 0,
    advancesTotal: 0,
    lines: [
      { quantity: 3.33, listPrice: 3.75, unitPrice: 3.75, amount: 12.49, finalAmount: 12.49, total: 459.54 },
      { quantity: 3.1, listPrice: 3.75, unitPrice: 3.427419, amount: 10.63, finalAmount: 10.13, total: 372.6 },
    ],
    subtotal: 832.14,
    shippingTotal: 184,
    discountTotal: 101.61,
    totalAmount: 914.53,
    payments: [{ convertedTotal: 364 }, { convertedTotal: 200 }],
    paidTotal: 564,
    givenTotal: 0,
    pendingTotal: 350.53,
    change: 0,
    isPaid: false,
  })
})

describe('a line', () => {
  test('a line is rounded once, from the unrounded US$ value', () => {
    const totals = invoiceTotals({ ...invoice, lines: [{ ...line, weight: '0.01', pricePerPound: '0.40' }] })
    expect(totals.lines[0]).toEqual({
      quantity: 0.01,
      listPrice: 0.4,
      unitPrice: 0.4,
      amount: 0,
      finalAmount: 0,
      total: 0.15,
    })
  })

  test('a line stays in dollars on a dollar invoice', () => {
    const totals = invoiceTotals({ ...invoice, currency: usd })
    expect(totals).toMatchObject({ lines: [{ total: 10 }], totalAmount: 10 })
  })

  test("a line takes the row's percentage off what the package's own discount leaves", () => {
    const discounted: InvoiceLine = {
      ...line,
      packageDiscountType: 'percentage',
      packageDiscountValue: 10,
      discountType: 'percentage',
      discountValue: 50,
    }
    expect(invoiceTotals({ ...invoice, currency: usd, lines: [discounted] }).lines[0]).toEqual({
      quantity: 2,
      listPrice: 5,
      unitPrice: 4.5,
      amount: 9,
      finalAmount: 4.5,
      total: 4.5,
    })
  })

  test("a line takes the row's fixed discount in US$, before the conversion, and never falls below 0", () => {
    const off = (discountValue: number) =>
      invoiceTotals({ ...invoice, lines: [{ ...line, discountType: 'fixed_amount', discountValue }] }).totalAmount
    expect(off(1)).toBe(331.2)
    expect(off(11)).toBe(0)
  })

  test('a line without weight or tariff counts 0', () => {
    const totals = invoiceTotals({
      ...invoice,
      lines: [
        { ...line, weight: null },
        { ...line, pricePerPound: null },
      ],
    })
    expect(totals.lines).toEqual(
      Array(2).fill({ quantity: 0, listPrice: 0, unitPrice: 0, amount: 0, finalAmount: 0, total: 0 }),
    )
  })
})

test('a line under the rules of a tariff is charged for its quantity, and its discounts come off that', () => {
  const rules = { ...plainRules, roundUpTo: 1, volumetricDivisor: 166 }
  const measures = { length: 12, width: 10, height: 8 }
  const volume: InvoiceLine = { ...line, weight: 3.2, pricePerPound: 5.5, rules, measures }
  const half: InvoiceLine = { ...volume, discountType: 'percentage', discountValue: 50 }
  expect(invoiceTotals({ ...invoice, lines: [volume, half] }).lines).toEqual([
    { quantity: 6, listPrice: 5.5, unitPrice: 5.5, amount: 33, finalAmount: 33, total: 1214.4 },
    { quantity: 6, listPrice: 5.5, unitPrice: 5.5, amount: 33, finalAmount: 16.5, total: 607.2 },
  ])
})

describe('the general discount', () => {
  const withShipping: InvoiceInput = { ...invoice, shipping: { price: 32, currency: nio } }

  test('the general discount is taken on lines and shipping together', () => {
    const totals = invoiceTotals({ ...withShipping, generalDiscountType: 'percentage', generalDiscountValue: 25 })
    expect(totals).toMatchObject({ subtotal: 368, shippingTotal: 32, discountTotal: 100, totalAmount: 300 })
  })

  test("the general discount is in the invoice's currency when it is fixed, and at most the whole sum", () => {
    const fixed = (generalDiscountValue: number) =>
      invoiceTotals({ ...withShipping, generalDiscountType: 'fixed_amount', generalDiscountValue })
    expect(fixed(100)).toMatchObject({ discountTotal: 100, totalAmount: 300 })
    expect(fixed(400.01)).toMatchObject({ discountTotal: 400, totalAmount: 0, isPaid: true })
  })
})

describe('payments', () => {
  const paid = (...payments: InvoiceInput['payments']) => invoiceTotals({ ...invoice, payments })

  test('payments of the exact total make the invoice paid', () => {
    expect(paid({ total: 368, currency: nio })).toMatchObject({ pendingTotal: 0, change: 0, isPaid: true })
  })

  test('payments one cent short leave the invoice pending', () => {
    expect(paid({ total: 367.99, currency: nio })).toMatchObject({ pendingTotal: 0.01, change: 0, isPaid: false })
  })

  test('payments above the total give change, in the currency of the invoice', () => {
    const totals = paid({ total: 20, currency: usd })
    expect(totals).toMatchObject({ paidTotal: 728, pendingTotal: 0, change: 360, isPaid: true })
  })

  test('a payment that is empty or not above 0 counts nothing', () => {
    const totals = paid({ total: '', currency: nio }, { total: -5, currency: usd }, { total: 'x', currency: usd })
    expect(totals).toMatchObject({ paidTotal: 0, pendingTotal: 368, payments: Array(3).fill({ convertedTotal: 0 }) })
  })

  test('an invoice of 0 is paid at once', () => {
    expect(invoiceTotals({ ...invoice, lines: [{ ...line, pricePerPound: 0 }] })).toMatchObject({
      totalAmount: 0,
      isPaid: true,
    })
  })
})

describe('a later payment', () => {
  const saved = { currency: nio, totalAmount: '914.53', paidTotal: '564.00', givenTotal: 0 }

  test('a later payment is added to what was paid so far', () => {
    expect(balanceAfterPayment(saved, { total: 5, currency: usd })).toEqual({
      convertedTotal: 182,
      paidTotal: 746,
      givenTotal: 0,
      pendingTotal: 168.53,
      change: 0,
      isPaid: false,
    })
  })

  test('a later payment that covers the rest makes the invoice paid', () => {
    expect(balanceAfterPayment(saved, { total: 9.63, currency: usd })).toEqual({
      convertedTotal: 350.53,
      paidTotal: 914.53,
      givenTotal: 0,
      pendingTotal: 0,
      change: 0,
      isPaid: true,
    })
  })

  test('a later payment gives back what is above the total after what was given back before', () => {
    const reversed = { ...saved, paidTotal: 1000, givenTotal: 300 }
    expect(balanceAfterPayment(reversed, { total: 250, currency: nio })).toMatchObject({
      paidTotal: 1250,
      givenTotal: 335.47,
      pendingTotal: 0,
      change: 35.47,
    })
  })
})

test.each([
  [914.53, 564, 0, { pendingTotal: 350.53, isPaid: false }],
  [914.53, 914.53, 0, { pendingTotal: 0, isPaid: true }],
  [914.53, 1000, 85.47, { pendingTotal: 0, isPaid: true }],
  [914.53, 500, 85.47, { pendingTotal: 500, isPaid: false }],
  [914.53, 50, 85.47, { pendingTotal: 914.53, isPaid: false }],
  [0, 0, 0, { pendingTotal: 0, isPaid: true }],
])(
  'a saved invoice of %d of which %d is paid and %d given back has its balance',
  (totalAmount, paidTotal, givenTotal, expected) => {
    expect(computeBalance({ totalAmount, paidTotal, givenTotal })).toEqual({ paidTotal, givenTotal, ...expected })
  },
)
