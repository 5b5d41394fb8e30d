import { describe, expect, test } from 'vitest'
import { type AskedChange, defaultChangeKind, splitChange } from './change.ts'

const nio = { code: 'NIO', rateCompra: 36.8, rateVenta: 36.4, cashStep: 1 }
const usd = { code: 'USD', rateCompra: 1, rateVenta: 1, cashStep: 1 }
const eur = { code: 'EUR', rateCompra: '40.1234', rateVenta: '39.9', cashStep: 0 }

const cash = (currency: AskedChange['currency'], amount: number | null = null): AskedChange => ({
  currency,
  amount,
  kind: 'cash',
})
const credit = (currency: AskedChange['currency'], amount: number | null = null): AskedChange => ({
  ...cash(currency, amount),
  kind: 'credit',
})

describe('splitChange', () => {
  test('change of C$177.47 in whole dollars leaves the rest in córdobas, rounded to the smallest coin', () => {
    expect(splitChange(177.47, nio, [cash(usd, 4), cash(nio)])).toEqual([
      { amount: 4, convertedTotal: 147.2, handed: 4, rounding: 0 },
      { amount: 30.27, convertedTotal: 30.27, handed: 30, rounding: 0.27 },
    ])
  })

  test('change kept as credit is exact to the cent, with any smallest coin', () => {
    expect(splitChange(177.47, nio, [credit(nio)])).toEqual([
      { amount: 177.47, convertedTotal: 177.47, handed: 177.47, rounding: 0 },
    ])
  })

  test('a half of the smallest coin is handed out as a whole one, and the rounding is negative', () => {
    expect(splitChange(30.5, nio, [cash(nio)])).toEqual([
      { amount: 30.5, convertedTotal: 30.5, handed: 31, rounding: -0.5 },
    ])
  })

  test('a currency without a smallest coin hands out cents', () => {
    expect(splitChange(10, usd, [cash(eur)])).toEqual([{ amount: 399, convertedTotal: 10, handed: 399, rounding: 0 }])
  })

  test('the change of an invoice in dollars counts córdobas by their rateVenta', () => {
    expect(splitChange(10, usd, [cash(nio, 364)])?.[0]).toMatchObject({ convertedTotal: 10, handed: 364 })
    expect(splitChange(10, usd, [cash(nio)])?.[0]).toMatchObject({ amount: 364, convertedTotal: 10 })
  })

  test('the part without an amount comes to nothing when the others are all of the change', () => {
    expect(splitChange(147.2, nio, [cash(usd, 4), credit(nio)])).toEqual([
      { amount: 4, convertedTotal: 147.2, handed: 4, rounding: 0 },
      null,
    ])
  })

  test.each<[reason: string, parts: AskedChange[]]>([
    ['no part is given', []],
    ['the amounts are a cent less', [cash(nio, 177.46)]],
    ['the amounts are a cent more', [cash(nio, 177.48)]],
    ['an amount alone exceeds it', [cash(usd, 5), cash(nio)]],
    ['two parts have no amount', [cash(usd), cash(nio)]],
  ])('change of C$177.47 is refused when %s', (_, parts) => {
    expect(splitChange(177.47, nio, parts)).toBeUndefined()
  })

  test('no change has no parts, and a part without an amount comes to nothing', () => {
    expect(splitChange(0, nio, [])).toEqual([])
    expect(splitChange(0, nio, [credit(nio)])).toEqual([null])
  })
})

test('change is cash by default where one of the payments was cash, else credit', () => {
  expect(defaultChangeKind([{ method: 'transfer' }, { method: 'cash' }])).toBe('cash')
  expect(defaultChangeKind([{ method: 'transfer' }])).toBe('credit')
})
