import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DiscountType } from './discount.ts'
import { type InvoiceInput, type InvoiceLine, invoiceTotals } from './invoice-totals.ts'

/** The oracle: integers and fractions of BigInt only, written from the product page without the code under test. */
type Fraction = { over: bigint; under: bigint }

const whole = (over: bigint): Fraction => ({ over, under: 1n })
const ratio = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.under, under: a.under * b.over })
const product = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
const difference = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under - b.over * a.under,
  under: a.under * b.under,
})
const notBelowZero = (a: Fraction): Fraction => (a.over < 0n ? whole(0n) : a)

/** A number of dollars, córdobas or pounds, given in hundredths or, for rates, in ten thousandths. */
const hundredths = (units: number): Fraction => ({ over: BigInt(units), under: 100n })
const tenThousandths = (units: number): Fraction => ({ over: BigInt(units), under: 10_000n })

/** How many `1 / parts` the fraction is, a half away from zero; every fraction here is at least 0. */
function rounded(value: Fraction, parts: bigint): bigint {
  return (2n * value.over * parts + value.under) / (2n * value.under)
}

type Discount = { type: DiscountType; hundredths: number }
type Money = { code: string; compra: number; venta: number }
type Line = { weight: number; price: number; own: Discount; row: Discount }
type Payment = { amount: number; currency: Money }
type Invoice = { currency: Money; lines: Line[]; shipping: Payment | null; general: Discount; payments: Payment[] }

function lessDiscount(value: Fraction, discount: Discount): Fraction {
  if (discount.type === 'none') return value
  if (discount.type === 'fixed_amount') return notBelowZero(difference(value, hundredths(discount.hundredths)))
  return product(value, { over: 10_000n - BigInt(discount.hundredths), under: 10_000n })
}

function oracle(invoice: Invoice) {
  const { compra, venta, code } = invoice.currency
  const lines = invoice.lines.map(({ weight, price, own, row }) => {
    const net = lessDiscount(product(hundredths(weight), hundredths(price)), own)
    const final = lessDiscount(net, row)
    return {
      unitPriceMillionths: rounded(ratio(net, hundredths(weight)), 1_000_000n),
      amount: rounded(net, 100n),
      finalAmount: rounded(final, 100n),
      total: rounded(product(final, tenThousandths(compra)), 100n),
    }
  })
  const subtotal = lines.reduce((cents, line) => cents + line.total, 0n)
  const ship = invoice.shipping
  const shippingTotal =
    ship === null
      ? 0n
      : ship.currency.code === code
        ? BigInt(ship.amount)
        : rounded(
            product(ratio(hundredths(ship.amount), tenThousandths(ship.currency.venta)), tenThousandths(compra)),
            100n,
          )
  const gross = subtotal + shippingTotal
  const { type, hundredths: off } = invoice.general
  const fixed = BigInt(off) < gross ? BigInt(off) : gross
  const share = rounded({ over: gross * BigInt(off), under: 1_000_000n }, 100n)
  const discountTotal = type === 'none' ? 0n : type === 'fixed_amount' ? fixed : share
  const totalAmount = gross - discountTotal
  const payments = invoice.payments.map(({ amount, currency }) =>
    currency.code === code
      ? BigInt(amount)
      : rounded(product(ratio(hundredths(amount), tenThousandths(currency.compra)), tenThousandths(venta)), 100n),
  )
  const paidTotal = payments.reduce((cents, payment) => cents + payment, 0n)
  const over = paidTotal - totalAmount
  return {
    lines,
    subtotal,
    shippingTotal,
    discountTotal,
    totalAmount,
    paidTotal,
    pendingTotal: over < 0n ? -over : 0n,
    change: over > 0n ? over : 0n,
    isPaid: over >= 0n,
    payments,
  }
}

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

const cents = (amount: number) => BigInt(amount.toFixed(2).replace('.', ''))

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

const dollar: Money = { code: 'USD', compra: 10_000, venta: 10_000 }
const cordoba: Money = { code: 'NIO', compra: 368_000, venta: 364_000 }
/** From 0.0100 to 9,999.9999: beyond that, totals leave the range in which a JSON number can tell two cents apart. */
const rate = fc.oneof(
  fc.integer({ min: 100, max: 30_000 }),
  fc.integer({ min: 300_000, max: 400_000 }),
  fc.integer({ min: 100, max: 99_999_999 }),
)
const other = fc.record({ code: fc.constant('EUR'), compra: rate, venta: rate })
const ownRates = fc.record({ code: fc.constant('NIO'), compra: rate, venta: rate })

const percentage = fc.oneof(
  fc.constantFrom(0, 500, 1000, 1250, 3333, 5000, 10_000),
  fc.integer({ min: 0, max: 10_000 }),
)
const fixed = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 999_999_999 }))
const discount: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({ type: fc.constant('none' as const), hundredths: fc.constant(0) }),
  fc.record({ type: fc.constant('percentage' as const), hundredths: percentage }),
  fc.record({ type: fc.constant('fixed_amount' as const), hundredths: fixed }),
)
const weight = fc.oneof(
  fc.integer({ min: 1, max: 2000 }),
  fc.integer({ min: 1, max: 999_999 }),
  fc.constantFrom(1, 50, 125, 999_999),
)
const price = fc.oneof(
  fc.integer({ min: 1, max: 900 }),
  fc.integer({ min: 0, max: 99_999 }),
  fc.constantFrom(375, 250, 99_999),
)
const line: fc.Arbitrary<Line> = fc.record({ weight, price, own: discount, row: discount })
const amount = fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 999_999_999 }))

/** All currencies of one invoice come from one set, so that a code never stands for two pairs of rates. */
function invoices(maxLines: number, minLines = 1): fc.Arbitrary<Invoice> {
  return fc.tuple(fc.oneof(fc.constant(cordoba), ownRates), other).chain(([nio, eur]) => {
    const currency = fc.constantFrom(dollar, nio, nio, eur)
    const payment = fc.record({ amount, currency })
    return fc.record({
      currency,
      lines: fc.array(line, { minLength: minLines, maxLength: maxLines, size: 'max' }),
      shipping: fc.option(payment, { nil: null }),
      general: discount,
      payments: fc.array(payment, { maxLength: 4 }),
    })
  })
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
  const least: Discount = { type: 'fixed_amount', hundredths: 1 }
  const dearest: Money = { code: 'DEA', compra: 99_999_999, venta: 99_999_999 }
  const largest = { amount: 999_999_999, currency: dollar }
  expectTheOracle({
    currency: dearest,
    lines: Array(500).fill({ weight: 999_999, price: 99_999, own: least, row: least }),
    shipping: largest,
    general: least,
    payments: [largest, largest],
  })
})
