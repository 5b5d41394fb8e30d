import { expect, test } from 'vitest'
import { computeMargin } from './currency-form.tsx'

test.each([
  ['C$', 36.8, 36.4, 'Margen: C$0.4000', true],
  ['C$', 36.4, 36.4, 'Margen: C$0.0000', true],
  ['C$', 36.1, 36.4, 'Margen: C$-0.3000', false],
  ['€', 0.3, 0.1, 'Margen: €0.2000', true],
  ['', 1500.5, 1, 'Margen: 1499.5000', true],
])('%s%d less %d is said as "%s"', (symbol, buy, sell, text, isValid) => {
  expect(computeMargin(symbol, buy, sell)).toEqual({ text, isValid })
})

test.each([
  [null, 36.4],
  [36.8, undefined],
  [Number.NaN, 36.4],
  [36.8, 0],
  [-1, -2],
])('%s and %s leave no margin', (buy, sell) => {
  expect(computeMargin('C$', buy, sell)).toBeUndefined()
})
