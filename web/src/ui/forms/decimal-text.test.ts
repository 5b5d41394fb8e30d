import { expect, test } from 'vitest'
import { isAmount, isDecimalStart, parseDecimal, readAmount } from './decimal-text.ts'

test.each([
  ['', null],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['1,234', 1234],
  ['1,234.50', 1234.5],
  ['1.234,56', 1234.56],
  ['1.234.567,8', 1234567.8],
  ['1,000,000', 1000000],
  ['1.000.000', 1000000],
  ['1,234,567.89', 1234567.89],
  ['1\u00a0000,50', 1000.5],
  ['\u202a12.5\u202c', 12.5],
  ['36.6243', 36.6243],
  ['1.234', 1.234],
  ['1,23,456', Number.NaN],
  ['1.2.3', Number.NaN],
  ['1,000,', Number.NaN],
  ['.', Number.NaN],
  ['12a', Number.NaN],
])('the text %j is read as %d', (text, amount) => expect(parseDecimal(text)).toBe(amount))

test.each([
  '',
  '1,000,',
  '1,000,0',
  '1,000,000',
  '1.234',
  '1.234,',
  '1.234,56',
  '1.000.000',
  '1',
  '12.',
  '12.5',
  '12,50',
  '.5',
  '1,234',
  '1,234.50',
  '100',
])('the text %j can become an amount', (text) => {
  expect(isDecimalStart(text, 9_999_999.99)).toBe(true)
})

test.each(['a', '-1', '1.2345', '1.234,567', '1.2.3', '1e5', '12,34,6', '10000000'])(
  'the text %j cannot become an amount',
  (text) => {
    expect(isDecimalStart(text, 9_999_999.99)).toBe(false)
  },
)

test('a percentage above 100 is refused', () => {
  expect(isDecimalStart('100', 100)).toBe(true)
  expect(isDecimalStart('101', 100)).toBe(false)
})

test.each(['1.234,56', '1,000,000', '1,234,567.89', '1.000.000,5'])('every key of %s can become an amount', (text) => {
  for (let length = 1; length <= text.length; length += 1)
    expect(isDecimalStart(text.slice(0, length), 9_999_999.99)).toBe(true)
})

test.each([
  ['', true, 0],
  ['1,234', true, 1234],
  ['1.234,50', true, 1234.5],
  ['1.234', false, 0],
  ['36.6243', false, 0],
  ['.', false, 0],
  ['1,000,', false, 0],
])('the text %j is an amount: %s, and counts %d', (text, is, amount) => {
  expect(isAmount(text)).toBe(is)
  expect(readAmount(text)).toBe(amount)
})
