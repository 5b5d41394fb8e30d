import { expect, test } from 'vitest'
import { isDecimalStart, parseDecimal } from './decimal-text.ts'

test.each([
  ['', null],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['1,234', 1234],
  ['1,234.50', 1234.5],
  ['.', Number.NaN],
  ['12a', Number.NaN],
])('the text %j is read as %d', (text, amount) => expect(parseDecimal(text)).toBe(amount))

test.each(['', '1', '12.', '12.5', '12,50', '.5', '1,234', '1,234.50', '100'])(
  'the text %j can become an amount',
  (text) => {
    expect(isDecimalStart(text, 9_999_999.99)).toBe(true)
  },
)

test.each(['a', '-1', '1.234', '1.2.3', '1e5', '12,345,6', '10000000'])(
  'the text %j cannot become an amount',
  (text) => {
    expect(isDecimalStart(text, 9_999_999.99)).toBe(false)
  },
)

test('a percentage above 100 is refused', () => {
  expect(isDecimalStart('100', 100)).toBe(true)
  expect(isDecimalStart('101', 100)).toBe(false)
})
