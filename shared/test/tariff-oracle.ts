import fc from 'fast-check'

// The tests' own arithmetic of a tariff's rules: whole hundredths of BigInt, written from the product page without the code under test.

type Tier = { from: bigint; price: bigint }
/** Pounds, steps and prices in hundredths. */
export type Rules = {
  unit: 'pound' | 'cubic_foot' | 'piece'
  minimum: bigint | null
  step: bigint | null
  grace: bigint | null
  divisor: bigint | null
  tiers: Tier[]
}
/** Measures in tenths of an inch, everything else in hundredths. */
export type Case = { weight: bigint; measures: [bigint, bigint, bigint] | null; price: bigint; rules: Rules }

/** Cubic inches (in thousandths) over a divisor, in hundredths, a half up, at least one. */
function volume([length, width, height]: [bigint, bigint, bigint], divisor: bigint): bigint {
  const cubic = length * width * height
  const quantity = (2n * cubic + 10n * divisor) / (20n * divisor)
  return quantity === 0n ? 1n : quantity
}

const largest = (...values: bigint[]): bigint => values.reduce((most, value) => (value > most ? value : most))

/** Counts up by steps from the first one, naively by remainder. */
function stepped(quantity: bigint, { step, grace }: Rules): bigint {
  if (step === null) return quantity
  const over = quantity % step
  const steps = quantity / step
  if (over === 0n) return quantity
  return steps > 0n && over <= (grace ?? 0n) ? steps * step : (steps + 1n) * step
}

/** The charged quantity and price in hundredths; null where nothing can be charged yet. */
export function charge({ weight, measures, price, rules }: Case): { quantity: bigint; price: bigint } | null {
  const { unit, divisor, minimum, tiers } = rules
  if (unit === 'cubic_foot' && measures === null) return null
  const counted =
    unit === 'piece'
      ? 100n
      : unit === 'cubic_foot'
        ? volume(measures ?? [1n, 1n, 1n], 1728n)
        : largest(weight, divisor === null || measures === null ? 0n : volume(measures, divisor))
  const quantity = unit === 'piece' ? counted : largest(stepped(counted, rules), minimum ?? 0n)
  const starts = [{ from: 0n, price }, ...tiers]
  // Every quantity that may be charged: the own one, at the price of the last start that it has reached, and each later start.
  const own = starts.filter(({ from }) => from <= quantity).at(-1)
  const choices = [
    { quantity, price: own?.price ?? price },
    ...starts.filter(({ from }) => from > quantity).map((tier) => ({ quantity: tier.from, price: tier.price })),
  ]
  const cheapest = choices.reduce(
    (least, one) => (one.quantity * one.price < least ? one.quantity * one.price : least),
    choices[0] ? choices[0].quantity * choices[0].price : 0n,
  )
  return choices.find((one) => one.quantity * one.price === cheapest) ?? null
}

const integer = (min: number, max: number) => fc.integer({ min, max }).map(BigInt)
const orNone = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 2 })

const tiers = fc
  .uniqueArray(fc.record({ from: fc.integer({ min: 1, max: 10_000 }), price: fc.integer({ min: 0, max: 3000 }) }), {
    maxLength: 10,
    selector: ({ from }) => from,
  })
  .map((rows) =>
    rows
      .toSorted((one, other) => one.from - other.from)
      .map(({ from, price }) => ({ from: BigInt(from), price: BigInt(price) })),
  )

const pounds: fc.Arbitrary<Rules> = fc
  .record({
    minimum: orNone(integer(1, 1000)),
    step: orNone(fc.constantFrom(10n, 25n, 50n, 100n)),
    grace: orNone(integer(0, 99)),
    divisor: orNone(fc.oneof(fc.constantFrom(139n, 166n, 194n), integer(50, 1000))),
    tiers,
  })
  .map(({ step, grace, ...rest }) => ({
    unit: 'pound' as const,
    step,
    grace: step === null || grace === null ? null : grace % step,
    ...rest,
  }))

const others: fc.Arbitrary<Rules> = fc.record({
  unit: fc.constantFrom('cubic_foot' as const, 'piece' as const),
  minimum: fc.constant(null),
  step: fc.constant(null),
  grace: fc.constant(null),
  divisor: fc.constant(null),
  tiers,
})

const side = fc.oneof(integer(1, 300), integer(1, 9999))

/** Packages under random rules; about every second one has measures. */
export const charges: fc.Arbitrary<Case> = fc.record({
  weight: fc.oneof(integer(1, 3000), integer(1, 999_999)),
  measures: orNone(fc.tuple(side, side, side)),
  price: fc.oneof(integer(0, 1000), integer(0, 99_999)),
  rules: fc.oneof({ weight: 4, arbitrary: pounds }, { weight: 1, arbitrary: others }),
})
