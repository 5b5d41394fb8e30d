import { expect, test } from 'vitest'
import { conversionText } from './conversion-text.ts'

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
