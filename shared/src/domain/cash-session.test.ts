import { expect, test } from 'vitest'
import { cashBalances, cashDifference, needsExplanation } from './cash-session.ts'

test('a drawer should hold its float and what came in, less what went out, for each currency apart', () => {
  expect(
    cashBalances([
      { currencyId: 'C', kind: 'opening', amount: 2000 },
      { currencyId: 'U', kind: 'opening', amount: 50 },
      { currencyId: 'C', kind: 'cash', amount: '4360.00' },
      { currencyId: 'C', kind: 'change', amount: 141.03 },
      { currencyId: 'C', kind: 'rounding', amount: 0.03 },
      { currencyId: 'C', kind: 'in', amount: 1000 },
      { currencyId: 'C', kind: 'out', amount: 600 },
      { currencyId: 'U', kind: 'cash', amount: 50 },
      { currencyId: 'U', kind: 'out', amount: 60 },
    ]),
  ).toEqual([
    { currencyId: 'C', opening: 2000, cash: 4360, change: 141.03, rounding: 0.03, in: 1000, out: 600, expected: 6619 },
    { currencyId: 'U', opening: 50, cash: 50, change: 0, rounding: 0, in: 0, out: 60, expected: 40 },
  ])
})

test('cash that is missing is a negative difference', () => {
  expect(cashDifference('6598.50', 6618.97)).toBe(-20.47)
})

test.each([
  [1, 1, true],
  [-1, 1, true],
  [0.99, 1, false],
  [-0.99, '1.00', false],
  [0, 1, false],
  [0.01, 0, true],
  [0, 0, false],
])('a difference of %s with a smallest coin of %s needs an explanation: %s', (difference, step, isNeeded) => {
  expect(needsExplanation(difference, step)).toBe(isNeeded)
})
