import { handling } from '@casillero/shared/test/charge-example'
import { type Case, charges as cases, charge as chargeExactly } from '@casillero/shared/test/tariff-oracle'
import { toMeasures, toNumber, toRules } from '@casillero/shared/test/tariff-values'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Charge, listStandingCharges, sumToBill } from './charges.ts'
import { roundToCents, times, toWire } from './money.ts'
import { computeCharged } from './tariff-rules.ts'

// The tests' own sum of a package's freight and charges: whole hundredths of BigInt, written from the product pages without the code
// under test.

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const half = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

const integer = (min: number, max: number) => fc.integer({ min, max }).map(BigInt)
const orNone = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 2 })

const rule = fc.record({
  kind: fc.constantFrom('per_package' as const, 'per_pound' as const, 'percent_of_value' as const, 'storage' as const),
  price: integer(0, 10_000),
  minimum: orNone(integer(1, 5000)),
  isPerHundred: fc.boolean(),
  isSea: orNone(fc.boolean()),
  valueFrom: orNone(integer(1, 200_000)),
  freeDays: fc.nat({ max: 20 }),
  isPerPound: fc.boolean(),
  maximum: orNone(integer(1, 10_000)),
})
type Rule = typeof rule extends fc.Arbitrary<infer R> ? R : never

const givenPackage = fc.record({
  one: cases,
  rules: fc.array(rule, { maxLength: 6 }),
  value: orNone(integer(1, 500_000)),
  days: orNone(fc.nat({ max: 60 })),
})
type Given = typeof givenPackage extends fc.Arbitrary<infer P> ? P : never

const toCharge = (
  { kind, price, minimum, isPerHundred, isSea, valueFrom, freeDays, isPerPound, maximum }: Rule,
  index: number,
): Charge => ({
  ...handling,
  id: String(index),
  name: kind,
  kind,
  price: toNumber(price),
  minimum: minimum === null ? null : toNumber(minimum),
  isPerHundred,
  shippingMethod: isSea === null ? null : isSea ? 'maritimo' : 'aereo',
  valueFrom: valueFrom === null ? null : toNumber(valueFrom),
  storage: {
    freeDays,
    isPerPound,
    maximum: maximum === null ? null : toNumber(maximum),
    noticeDays: null,
  },
})

/** Computes the cents that an air package is to be billed for, by the code under test. */
function computeCents({ one, rules, value, days }: Given): number {
  const weight = toNumber(one.weight)
  const priceRules = toRules(one)
  const charged = computeCharged(weight, toMeasures(one), toNumber(one.price), priceRules)
  const box = {
    id: 'b',
    shippingMethod: 'aereo' as const,
    tariffId: null,
    weight,
    chargedQuantity: charged && toWire(charged.quantity),
    priceRules,
    readyDays: days,
    declaredValue: value === null ? null : toNumber(value),
  }
  const freight = charged && toWire(roundToCents(times(charged.quantity, charged.price)))
  const [dollars] = sumToBill(freight, listStandingCharges(rules.map(toCharge), [box], []))
  return Math.round((dollars?.amount ?? 0) * 100)
}

function countCents(rule: Rule, pounds: bigint, { value, days }: Given): bigint {
  const { kind, price, minimum, isPerHundred, isSea, valueFrom, freeDays, isPerPound, maximum } = rule
  if (isSea === true || (valueFrom !== null && (value ?? 0n) < valueFrom)) return 0n
  if (kind === 'per_package') return price
  if (kind === 'per_pound') return half(price * pounds, 100n)
  if (kind === 'storage') {
    const charged = BigInt(Math.max((days ?? 0) - freeDays, 0))
    const amount = isPerPound ? half(price * charged * pounds, 100n) : price * charged
    return maximum !== null && amount > maximum ? maximum : amount
  }
  if (value === null) return 0n
  const base = isPerHundred ? ((value + 9_999n) / 10_000n) * 10_000n : value
  const share = half(base * price, 10_000n)
  return minimum !== null && minimum > share ? minimum : share
}

/** The same by whole hundredths. */
function countAll(given: Given): bigint {
  const charged = chargeExactly(given.one)
  const pounds = given.one.rules.unit === 'pound' && charged ? charged.quantity : given.one.weight
  const freight = charged ? half(charged.quantity * charged.price, 100n) : 0n
  return given.rules.reduce((sum, rule) => sum + countCents(rule, pounds, given), freight)
}

test(`100,000 random packages under random tariffs and charges come to what whole hundredths give (SEED=${seed})`, () => {
  fc.assert(
    fc.property(givenPackage, (given) => {
      expect(computeCents(given)).toBe(Number(countAll(given)))
    }),
    { seed, numRuns: 100_000 },
  )
})

test(`more weight and more days never cost less, whatever the tariff and the charges (SEED=${seed})`, () => {
  const more = fc.tuple(givenPackage, integer(0, 5000), fc.nat({ max: 30 }))
  fc.assert(
    fc.property(more, ([given, pounds, days]) => {
      const heavier: Case = { ...given.one, weight: given.one.weight + pounds }
      const later = given.days === null ? null : given.days + days
      expect(computeCents({ ...given, one: heavier, days: later })).toBeGreaterThanOrEqual(computeCents(given))
    }),
    { seed, numRuns: 20_000 },
  )
})
