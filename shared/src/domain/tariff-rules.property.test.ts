import { type Case, charge, charges } from '@casillero/shared/test/tariff-oracle'
import { toMeasures, toNumber, toRules } from '@casillero/shared/test/tariff-values'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times, toWire } from './money.ts'
import { computeCharged } from './tariff-rules.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const computed = (one: Case) => computeCharged(toNumber(one.weight), toMeasures(one), toNumber(one.price), toRules(one))

/** The sum in ten thousandths of a dollar. */
const computeSum = (one: Case): number | null => {
  const charged = computed(one)
  return charged && Math.round(toWire(times(charged.quantity, charged.price)) * 10_000)
}

test(`100,000 random packages are charged by their tariff's rules as by whole hundredths (SEED=${seed})`, () => {
  fc.assert(
    fc.property(charges, (one) => {
      const charged = computed(one)
      const expected = charge(one)
      expect(charged && { quantity: toWire(charged.quantity), price: toWire(charged.price) }).toEqual(
        expected && { quantity: toNumber(expected.quantity), price: toNumber(expected.price) },
      )
    }),
    { seed, numRuns: 100_000 },
  )
})

test(`more weight and larger measures never cost less, whatever the rules (SEED=${seed})`, () => {
  const more = fc.tuple(charges, fc.bigInt({ min: 0n, max: 5000n }), fc.nat({ max: 2 }))
  fc.assert(
    fc.property(more, ([one, extra, side]) => {
      const heavier = computeSum({ ...one, weight: one.weight + extra })
      const before = computeSum(one)
      if (before === null || heavier === null) return
      expect(heavier).toBeGreaterThanOrEqual(before)
      if (one.measures === null) return
      const [length, width, height] = one.measures
      const grown: Case['measures'] = [
        length + (side === 0 ? extra : 0n),
        width + (side === 1 ? extra : 0n),
        height + (side === 2 ? extra : 0n),
      ]
      expect(computeSum({ ...one, measures: grown })).toBeGreaterThanOrEqual(before)
    }),
    { seed, numRuns: 30_000 },
  )
})
