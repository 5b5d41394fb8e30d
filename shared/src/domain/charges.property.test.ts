import { handling } from '@casillero/shared/test/charge-example'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeCharge, totalCharge } from './charges.ts'
import { invoiceTotals } from './invoice-totals.ts'
import { toWire } from './money.ts'

// The tests' own arithmetic of charges: whole numbers of BigInt, written from the product page without the code under test.

const half = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)
const wire = (hundredths: bigint): number => Number(hundredths) / 100

const cents = (max: number) => fc.bigInt({ min: 1n, max: BigInt(max) })
const share = fc.record({
  value: cents(5_000_000),
  percent: fc.bigInt({ min: 1n, max: 10_000n }),
  minimum: fc.option(cents(10_000)),
  isPerHundred: fc.boolean(),
})

const box = {
  id: 'b',
  shippingMethod: 'aereo' as const,
  tariffId: null,
  weight: 1,
  chargedQuantity: null,
  priceRules: null,
  readyDays: null,
}

test('a share of any declared value is that of exact fractions, and never falls as the value grows', () => {
  fc.assert(
    fc.property(share, cents(100_000), ({ value, percent, minimum, isPerHundred }, more) => {
      const charge = {
        ...handling,
        kind: 'percent_of_value' as const,
        price: wire(percent),
        minimum: minimum === null ? null : wire(minimum),
        isPerHundred,
      }
      const compute = (declared: bigint) =>
        computeCharge(charge, { ...box, declaredValue: wire(declared) })?.unitPrice ?? 0
      const base = isPerHundred ? ((value + 9_999n) / 10_000n) * 10_000n : value
      const exact = half(base * percent, 10_000n)
      expect(compute(value)).toBe(wire(minimum !== null && minimum > exact ? minimum : exact))
      expect(compute(value + more)).toBeGreaterThanOrEqual(compute(value))
    }),
    { numRuns: 20_000 },
  )
})

const line = fc.record({
  quantity: cents(1_000_000),
  price: cents(1_000_000),
  isOwn: fc.boolean(),
  isAdvance: fc.boolean(),
})

test('any charges of an invoice add up to what exact fractions give, and the discount leaves out what was paid for the client', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.bigInt({ min: 10_000n, max: 500_000n }),
      fc.bigInt({ min: 0n, max: 10_000n }),
      (lines, rate, percent) => {
        const nio = { code: 'NIO', rateCompra: Number(rate) / 10_000, rateVenta: 36 }
        const usd = { code: 'USD', rateCompra: 1, rateVenta: 1 }
        const charges = lines.map(({ quantity, price, isOwn, isAdvance }) => ({
          // An amount that is typed in the invoice's own currency is one of it.
          quantity: isOwn ? 1 : wire(quantity),
          unitPrice: wire(price),
          currency: isOwn ? nio : usd,
          isAdvance,
        }))
        const exact = lines.map(({ quantity, price, isOwn }) =>
          isOwn ? price : half(quantity * price * rate, 1_000_000n),
        )
        expect(charges.map((charge) => toWire(totalCharge(charge, nio)))).toEqual(exact.map(wire))
        const sum = (isAdvance: boolean) =>
          exact.reduce((total, one, at) => (lines[at]?.isAdvance === isAdvance ? total + one : total), 0n)
        const totals = invoiceTotals({
          currency: nio,
          lines: [],
          charges,
          generalDiscountType: 'percentage',
          generalDiscountValue: wire(percent),
          payments: [],
        })
        const discount = half(sum(false) * percent, 10_000n)
        expect([totals.chargesTotal, totals.advancesTotal, totals.discountTotal, totals.totalAmount]).toEqual(
          [sum(false), sum(true), discount, sum(false) + sum(true) - discount].map(wire),
        )
      },
    ),
    { numRuns: 5_000 },
  )
})
