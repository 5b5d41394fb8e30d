import fc from 'fast-check'
import type { DiscountType } from '../src/domain/discount.ts'

// The tests' own arithmetic: integers and fractions of BigInt only, written from the product page without the code under test.
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

/** Every amount in hundredths of its unit, every rate in ten thousandths. */
export type Discount = { type: DiscountType; hundredths: number }
export type Money = { code: string; compra: number; venta: number }
export type Line = { weight: number; price: number; own: Discount; row: Discount }
export type Payment = { amount: number; currency: Money }
export type Invoice = {
  currency: Money
  lines: Line[]
  shipping: Payment | null
  general: Discount
  payments: Payment[]
}

function lessDiscount(value: Fraction, discount: Discount): Fraction {
  if (discount.type === 'none') return value
  if (discount.type === 'fixed_amount') return notBelowZero(difference(value, hundredths(discount.hundredths)))
  return product(value, { over: 10_000n - BigInt(discount.hundredths), under: 10_000n })
}

/** What an invoice comes to, in cents. */
export function oracle(invoice: Invoice) {
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

/** An amount in cents. Throws when it has more than two decimals. */
export function cents(amount: number): bigint {
  const text = amount.toFixed(2)
  if (Number(text) !== amount) throw new Error(`${amount} has more than two decimals`)
  return BigInt(text.replace('.', ''))
}

export const dollar: Money = { code: 'USD', compra: 10_000, venta: 10_000 }
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
export function invoices(maxLines: number, minLines = 1): fc.Arbitrary<Invoice> {
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
