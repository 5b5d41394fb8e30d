import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDecimalMark, isAmbiguousNumber, readDollars, readNumber } from './read-number.ts'

test.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1.234.567,8', 1_234_567.8],
  ['1 234,5', 1234.5],
  ["1'234'567.25", 1_234_567.25],
  ['US$ 3.75', 3.75],
  ['U$ 12.50', 12.5],
  ['3.75 USD', 3.75],
  ['C$1,250.00', 1250],
  ['-US$2', -2],
  [' 7 ', 7],
  ['-2', -2],
  ['−2,5', -2.5],
  ['.5', 0.5],
  [',25', 0.25],
  ['5.', 5],
  ['0.125', 0.125],
  ['0,500', 0.5],
  ['1234,567', 1234.567],
  ['\u200b12\u00ad.5\u2060', 12.5],
  ['12 aprox', undefined],
  ['', undefined],
  ['1e5', undefined],
  ['0x10', undefined],
  ['.', undefined],
  ['1,23,456', undefined],
  ['1.2.3', undefined],
  ['1,234.567.8', undefined],
  ['1 5', undefined],
  ['2.5.', undefined],
  ['--2', undefined],
])('the number of %j is %s', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

test.each(['1,234', '1.234', '-12,500', 'US$ 999,000'])(
  '%j can be read in two ways, and is read as it is said',
  (text) => {
    expect(isAmbiguousNumber(text)).toBe(true)
    expect(findDecimalMark(text)).toBeUndefined()
    const [whole, decimal] = [
      readNumber(text, text.includes(',') ? '.' : ','),
      readNumber(text, text.includes(',') ? ',' : '.'),
    ]
    expect(whole).toBe((decimal ?? 0) * 1000)
  },
)

test.each(['0.125', '1234,567', '1,234.5', '1,234,567', '2.5', '2,50', '7', '1.2345', 'x'])(
  '%j can be read in one way, whatever is said of the others',
  (text) => {
    expect(isAmbiguousNumber(text)).toBe(false)
    expect(readNumber(text, ',')).toBe(readNumber(text, '.'))
  },
)

test('the form of a number says which mark stands before its decimals, a whole one says nothing', () => {
  expect(
    ['2.5', '2,5', '1.234,5', '1,234.5', '1,234,567', '1.234.567', '0,125', '12', '1,234', 'x'].map(findDecimalMark),
  ).toEqual(['.', ',', ',', '.', '.', ',', ',', undefined, undefined, undefined])
})

test('a number that is written with a comma or a point is read as the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
      const text = (cents / 100).toFixed(2)
      const number = Number(text)
      for (const decimal of ['.', ','] as const) {
        expect(readNumber(text, decimal)).toBe(number)
        expect(readNumber(text.replace('.', ','), decimal)).toBe(number)
        expect(readNumber(number.toLocaleString('en-US', { minimumFractionDigits: 2 }), decimal)).toBe(number)
        expect(readNumber(number.toLocaleString('de-DE', { minimumFractionDigits: 2 }), decimal)).toBe(number)
      }
    }),
  )
})

test('an amount in córdobas is no amount of dollars', () => {
  expect(
    ['C$25', 'C$ 1,250.00', '25 NIO', '25 córdobas', 'U$ 25', 'US$25', '$25', '25'].map((text) => readDollars(text)),
  ).toEqual([...[undefined, undefined, undefined, undefined], ...[25, 25, 25, 25]])
})
