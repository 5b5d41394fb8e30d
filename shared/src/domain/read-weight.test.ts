import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWeightUnit, readWeight, withoutUnit } from './read-weight.ts'

test.each([
  ['2.04', 'kg', 4.5],
  ['0.95', 'kg', 2.09],
  ['14.15', 'kg', 31.2],
  ['2.04 kg', 'lb', 4.5],
  ['4,5 lbs.', 'kg', 4.5],
  ['3 Libras', 'kg', 3],
  ['16 oz', 'lb', 1],
  ['35 onzas', 'kg', 2.19],
  ['500 g', 'lb', 1.1],
  ['2 lb 3 oz', 'lb', 2.19],
  ['2lbs. 3oz.', 'kg', 2.19],
  ['10#', 'kg', 10],
  ['8', 'oz', 0.5],
  ['2.50 kg', 'oz', 5.51],
  ['2 lb, 3 oz', 'lb', 2.19],
  ['2 lb y 3 oz', 'lb', 2.19],
  ['2 LB(S)', 'kg', 2],
  ['KG 2.04', 'lb', 4.5],
  ['Lbs: 3', 'kg', 3],
  ['16 ONZ', 'lb', 1],
  ['C$25', 'lb', undefined],
  ['$2.50', 'kg', undefined],
  ['10 st', 'lb', undefined],
  ['10 cm', 'lb', undefined],
  ['3 oz 2 lb', 'lb', undefined],
  ['2 kg 3 oz', 'lb', undefined],
  ['0', 'lb', 0],
  ['pesado', 'lb', undefined],
] as const)('the weight of %j in a column of %s is %s pounds', (text, unit, pounds) => {
  expect(readWeight(text, unit)).toBe(pounds)
})

test('a weight that can be read in two ways is read as it is said, with its unit beside it', () => {
  expect([readWeight('1,234 lb', 'lb'), readWeight('1,234', 'lb', ','), readWeight('1.234 kg', 'lb', ',')]).toEqual([
    ...[1234, 1.23, 2720.5],
  ])
})

test('a weight in pounds is read as it stands, to cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (cents) => {
      expect(readWeight((cents / 100).toFixed(2), 'lb')).toBe(cents / 100)
    }),
  )
})

test('a unit beside the number counts as one in the column or the heading, however it is written', () => {
  const spellings = {
    lb: ['lbs', 'Libra', '#'],
    kg: ['KGS.', 'kilos'],
    oz: ['Oz', 'onzas'],
    g: ['grs', 'gramos'],
  } as const
  const unit = fc.constantFrom('lb', 'kg', 'oz', 'g')
  fc.assert(
    fc.property(unit, unit, fc.integer({ min: 1, max: 99_999 }), fc.nat({ max: 2 }), (own, other, cents, at) => {
      const [number, word] = [(cents / 100).toFixed(2), spellings[own][at % spellings[own].length]]
      const right = readWeight(number, own)
      expect([`${number} ${word}`, `${number}${word}`].map((text) => readWeight(text, other))).toEqual([right, right])
    }),
    { numRuns: 40 },
  )
})

test('a heading says the unit of its column, and two units say nothing', () => {
  expect(['Peso (oz)', 'Weight KG', 'WT (LBS)', 'Peso_g', 'Peso lb/kg', 'Peso'].map(findWeightUnit)).toEqual([
    ...['oz', 'kg', 'lb', 'g'],
    ...[undefined, undefined],
  ])
  expect(['1,234 oz', '2.5 KG.', '12 aprox', '7'].map(withoutUnit)).toEqual(['1,234', '2.5', '12 aprox', '7'])
})
