import fc from 'fast-check'

// The tests' own arithmetic: fractions of BigInt only, written from the product page without the code under test.

/** Amounts in cents, rates in ten thousandths, pounds in hundredths. */
export type Shipped = {
  invoices: { currency: 'USD' | 'NIO'; rate: number; lines: number; others: number; discount: number }[]
  costs: { amount: number; rate: number }[]
  pounds: number
}

/** The nearest whole number, a half away from zero. */
function nearest(over: bigint, under: bigint): bigint {
  const size = over < 0n ? -over : over
  const whole = (2n * size + under) / (2n * under)
  return over < 0n ? -whole : whole
}

/** What a consignment comes to, in cents. */
export function reconciliationOracle({ invoices, costs, pounds }: Shipped) {
  const shares = invoices.map(({ currency, rate, lines, others, discount }) => {
    const gross = BigInt(lines + others)
    if (gross === 0n) return { currency, own: 0n, usd: 0n }
    const over = BigInt(lines) * (gross - BigInt(discount))
    return { currency, own: nearest(over, gross), usd: nearest(over * 10_000n, gross * BigInt(rate)) }
  })
  const of = (currency: 'USD' | 'NIO') => shares.filter((share) => share.currency === currency)
  const add = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n)
  const invoicedUsd = add(shares.map(({ usd }) => usd))
  const costsUsd = add(costs.map(({ amount, rate }) => nearest(BigInt(amount) * 10_000n, BigInt(rate))))
  const margin = invoicedUsd - costsUsd
  return {
    own: { USD: add(of('USD').map(({ own }) => own)), NIO: add(of('NIO').map(({ own }) => own)) },
    invoicedUsd,
    costsUsd,
    margin: costs.length === 0 ? null : margin,
    // Cents for each hundredth of a pound, times a hundred.
    marginPerPound: costs.length === 0 || pounds === 0 ? null : nearest(margin * 100n, BigInt(pounds)),
  }
}

const cents = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 90_000_000 }))
const rate = fc.oneof(
  fc.constant(10_000),
  fc.integer({ min: 1, max: 2_000 }),
  fc.integer({ min: 300_000, max: 400_000 }),
)

/** Consignments with invoices in two currencies, whose general discount is never more than what it is on. */
export const shippedArbitrary: fc.Arbitrary<Shipped> = fc.record({
  invoices: fc.array(
    fc
      .record({
        currency: fc.constantFrom('USD' as const, 'NIO' as const),
        rate,
        lines: cents,
        others: cents,
        part: fc.nat(1_000),
      })
      .map(({ part, ...invoice }) => ({
        ...invoice,
        rate: invoice.currency === 'USD' ? 10_000 : invoice.rate,
        discount: Math.floor(((invoice.lines + invoice.others) * part) / 1_000),
      })),
    { maxLength: 12 },
  ),
  costs: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 90_000_000 }), rate }), { maxLength: 6 }),
  pounds: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000_000 })),
})
