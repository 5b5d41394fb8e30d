import { expect, test } from 'vitest'
import { packagePrice } from './package-price.ts'
import { formatArithmetic } from './price-arithmetic.ts'
import { listTierBreaks, type Measures, needsMeasures, type PriceRules, plainRules, tidyRules } from './tariff-rules.ts'

const box: Measures = { length: 12, width: 10, height: 8 }
const byPound = { ...plainRules, roundUpTo: 1, volumetricDivisor: 166 }

function price(weight: number, pricePerPound: number, rules: Partial<PriceRules>, measures: Measures | null = null) {
  const priced = { weight, pricePerPound, rules: { ...plainRules, ...rules }, measures }
  return { ...priced, discountType: 'none' as const, discountValue: null }
}

test.each([
  ['volume', price(3.2, 5.5, byPound, box), '3.20 lbs · volumen 5.78 → 6 lbs × US$5.50 = US$33.00'],
  ['no measures', price(3.2, 5.5, byPound), '3.20 lbs → 4 lbs × US$5.50 = US$22.00'],
  ['a minimum', price(0.3, 5.5, { minimumPounds: 1 }), '0.30 lbs → 1 lbs × US$5.50 = US$5.50'],
  [
    'a minimum that holds last',
    price(0.7, 5, { minimumPounds: 1.5, roundUpTo: 1, roundingGrace: 0.5 }),
    '0.70 lbs → 1.50 lbs × US$5.00 = US$7.50',
  ],
  ['no rounding to do', price(3.2, 5.5, { minimumPounds: 1 }), '3.20 lbs × US$5.50 = US$17.60'],
  ['grace', price(3.08, 5, { roundUpTo: 1, roundingGrace: 0.1 }), '3.08 lbs → 3 lbs × US$5.00 = US$15.00'],
  ['beyond grace', price(3.12, 5, { roundUpTo: 1, roundingGrace: 0.1 }), '3.12 lbs → 4 lbs × US$5.00 = US$20.00'],
  [
    'grace below the first step',
    price(0.05, 5, { roundUpTo: 1, roundingGrace: 0.1 }),
    '0.05 lbs → 1 lbs × US$5.00 = US$5.00',
  ],
  ['a half step', price(3.3, 5, { roundUpTo: 0.5 }), '3.30 lbs → 3.50 lbs × US$5.00 = US$17.50'],
  [
    'the start of a cheaper tier',
    price(19, 5.5, { tiers: [{ from: 20, price: 5 }] }),
    '19.00 lbs → 20 lbs × US$5.00 = US$100.00',
  ],
  ['below where that pays', price(18, 5.5, { tiers: [{ from: 20, price: 5 }] }), '18.00 lbs × US$5.50 = US$99.00'],
  [
    'a tier',
    price(50, 5.5, {
      tiers: [
        { from: 20, price: 5 },
        { from: 50, price: 4.6 },
      ],
    }),
    '50.00 lbs × US$4.60 = US$230.00',
  ],
  [
    'cubic feet',
    price(14.6, 14, { unit: 'cubic_foot' }, { length: 16, width: 14, height: 14 }),
    '16 × 14 × 14 pulg → 1.81 pie³ × US$14.00 = US$25.34',
  ],
  ['a piece', price(0.85, 25, { unit: 'piece' }), '1 pieza × US$25.00 = US$25.00'],
  [
    'halves of inches',
    price(1, 5, byPound, { length: 12.5, width: 10, height: 8 }),
    '1.00 lbs · volumen 6.02 → 7 lbs × US$5.00 = US$35.00',
  ],
  ['cubic feet without measures', price(14.6, 14, { unit: 'cubic_foot' }), null],
])('the arithmetic of a price under rules is shown: %s', (_, priced, sentence) => {
  expect(formatArithmetic(priced)).toBe(sentence)
})

test('the discount of the package stands in its arithmetic, and comes off the charged quantity', () => {
  const priced = price(3.2, 5.5, byPound, box)
  expect(formatArithmetic({ ...priced, discountType: 'percentage', discountValue: 10 })).toBe(
    '3.20 lbs · volumen 5.78 → 6 lbs × US$5.50 − 10% = US$29.70',
  )
  const fixed = { ...priced, discountType: 'fixed_amount' as const, discountValue: 2 }
  expect(formatArithmetic(fixed)).toBe('3.20 lbs · volumen 5.78 → 6 lbs × US$5.50 − US$2.00 = US$31.00')
  expect(packagePrice(fixed)).toMatchObject({
    quantity: 6,
    unitPrice: 5.5,
    totalPrice: 31,
    finalPricePerPound: 5.166667,
  })
})

test('without rules the price is weight × price per pound and nothing is explained', () => {
  const priced = { ...price(3.2, 5.5, {}, box), rules: null }
  expect(packagePrice(priced)).toMatchObject({ quantity: 3.2, unitPrice: 5.5, totalPrice: 17.6 })
  expect(formatArithmetic(priced)).toBeNull()
})

test('the least quantity that is charged as the start of a higher tier is told', () => {
  const rules = {
    ...plainRules,
    tiers: [
      { from: 20, price: 5 },
      { from: 50, price: 4.9 },
      { from: 60, price: 6 },
    ],
  }
  expect(listTierBreaks(5.5, rules)).toEqual([
    { start: 18.19, from: 20 },
    { start: 49.01, from: 50 },
  ])
  expect(listTierBreaks(5.5, { ...rules, roundUpTo: 1 })).toEqual([{ start: 19, from: 20 }])
  for (const [weight, quantity] of [
    [18.18, 18.18],
    [18.19, 20],
  ] as const)
    expect(packagePrice(price(weight, 5.5, rules)).quantity).toBe(quantity)
})

test('rules without a meaning for the unit are left out, and none are left of a plain tariff', () => {
  const all = { minimumPounds: 1, roundUpTo: 1, roundingGrace: 0.1, volumetricDivisor: 166, tiers: [] }
  expect(tidyRules({ unit: 'pound', ...all })).toEqual({ unit: 'pound', ...all })
  expect(tidyRules({ unit: 'piece', ...all, tiers: [{ from: 5, price: 2 }] })).toEqual({ ...plainRules, unit: 'piece' })
  expect(tidyRules({ unit: 'cubic_foot', ...all })).toEqual({
    ...plainRules,
    unit: 'cubic_foot',
    roundUpTo: 1,
    roundingGrace: 0.1,
  })
  expect(tidyRules({ ...plainRules, roundingGrace: 0.1, minimumPounds: 0 })).toBeNull()
  expect([needsMeasures(null), needsMeasures(byPound), needsMeasures({ ...plainRules, unit: 'piece' })]).toEqual([
    false,
    true,
    false,
  ])
})
