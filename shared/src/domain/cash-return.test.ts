import { expect, test } from 'vitest'
import { roundReturn } from './cash-return.ts'

const nio = { code: 'NIO', rateCompra: 36.8, rateVenta: 36.4, cashStep: 1 }
const usd = { code: 'USD', rateCompra: 1, rateVenta: 1, cashStep: 1 }
const eur = { code: 'EUR', rateCompra: 0.9, rateVenta: 0.88, cashStep: 0 }

type Due = Parameters<typeof roundReturn<typeof nio>>[0][number]

const due = (id: string, currency: typeof nio, amount: number): Due => ({ id, currency, amount })
const rounded = (...dues: Due[]) => {
  const { dues: own, coins } = roundReturn(dues, nio)
  return [...own.map(({ amount }) => amount), coins ? [coins.amount, coins.handed, coins.rounding] : null]
}

test('cash that goes back is given down to the coin of its currency, and the rest of all of them in córdobas, rounded once', () => {
  expect(rounded(due('a', usd, 103.36))).toEqual([103, [13.1, 13, 0.1]])
  expect(rounded(due('a', nio, 914.53))).toEqual([914, [0.53, 1, -0.47]])
  expect(rounded(due('a', usd, 50.5), due('b', usd, 50.5))).toEqual([50.5, 50.5, null])
  expect(rounded(due('a', usd, 20), due('b', usd, 0.25))).toEqual([20, 0, [9.1, 9, 0.1]])
  expect(rounded(due('a', usd, 103.36), due('b', nio, 500.53))).toEqual([103, 500, [13.63, 14, -0.37]])
  expect(rounded(due('a', nio, 0.4))).toEqual([0, [0.4, 0, 0.4]])
  expect(rounded(due('a', eur, 12.34), due('b', usd, 0))).toEqual([12.34, 0, null])
})
