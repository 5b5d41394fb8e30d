import { expect, test } from 'vitest'
import { conversionText, convertedSteps, findShownRate } from './conversion-text.ts'

const usd = { code: 'USD', symbol: 'US$', rateCompra: 1, rateVenta: 1 }
const nio = { code: 'NIO', symbol: 'C$', rateCompra: 36.8, rateVenta: 36.4 }
const eur = { code: 'EUR', symbol: '€', rateCompra: 0.9215, rateVenta: 0.9 }

test.each([
  [10, usd, nio, 'US$ 10.00 × 36.40 = C$ 364.00'],
  [368, nio, usd, 'C$ 368.00 ÷ 36.80 = US$ 10.00'],
  [10, eur, nio, '€ 10.00 ÷ 0.9215 × 36.40 = C$ 395.01'],
  ['1234.5', usd, nio, 'US$ 1,234.50 × 36.40 = C$ 44,935.80'],
])('%s: the row shows how a payment was converted', (amount, from, to, text) => {
  expect(conversionText(amount, from, to)).toBe(text)
})

test.each([
  [10, nio, nio],
  [0, usd, nio],
  ['', usd, nio],
])('%s from and to: nothing to show', (amount, from, to) => expect(conversionText(amount, from, to)).toBeNull())

test('a later payment shows the one rate by which its sum comes out, with as many places as that needs', () => {
  const nioThen = { code: 'NIO', rateCompra: 36.8, rateVenta: 36.4 }
  const payment = (total: number, convertedTotal: number) => ({
    total,
    convertedTotal,
    currency: { code: 'USD', rateCompra: 1, rateVenta: 1 },
  })
  expect(convertedSteps(payment(10, 364), nioThen)).toBe(' × 36.40')
  expect(convertedSteps(payment(10, 366), nioThen)).toBe(' × 36.60')
  expect(convertedSteps(payment(98765.43, 3614814.74), nioThen)).toBe(' × 36.60')
  expect(convertedSteps(payment(10, 10), payment(10, 10).currency)).toBe('')
})

test('a rate has at least four places, and more where its sums do not come out by those', () => {
  expect(findShownRate(36.8, [{ amount: 10, value: 368 }])).toBe(36.8)
  const factor = '0.071111111111'
  expect(findShownRate(factor, [{ amount: 10, value: 0.71 }])).toBe(0.0711)
  expect(findShownRate(factor, [{ amount: 517500, value: 36800 }])).toBe(0.07111111)
  expect(findShownRate(factor, [])).toBe(0.0711)
})
