import { describe, expect, test } from 'vitest'
import {
  type AskedChange,
  type CoinedCurrency,
  isCashCovered,
  localCurrency,
  splitChange,
  usualChange,
} from './change.ts'
import type { CashPaid } from './change-rate.ts'

type Coined = CoinedCurrency & { isDefault: boolean }

const nio: Coined = { code: 'NIO', rateCompra: 36.8, rateVenta: 36.4, cashStep: 1, isDefault: false }
const usd: Coined = { code: 'USD', rateCompra: 1, rateVenta: 1, cashStep: 1, isDefault: true }
const eur: Coined = { code: 'EUR', rateCompra: '40.1234', rateVenta: '39.9', cashStep: 0, isDefault: false }

const cash = (currency: Coined, amount: number | null = null): AskedChange<Coined> => ({
  currency,
  amount,
  kind: 'cash',
})
const credit = (currency: Coined, amount: number | null = null): AskedChange<Coined> => ({
  ...cash(currency, amount),
  kind: 'credit',
})

/** The parts as `[code, amount, converted, handed, rounding]`. */
function split(change: number, invoice: Coined, asked: AskedChange<Coined>[], paid: CashPaid[] = []) {
  const parts = splitChange(change, invoice, asked, { cash: paid, local: nio })
  return parts?.map(({ currency, amount, convertedTotal, handed, rounding }) => {
    return [currency.code, amount, convertedTotal, handed, rounding]
  })
}

describe('splitChange', () => {
  test('change of C$177.47 in whole dollars leaves the rest in córdobas, rounded to the smallest coin', () => {
    expect(split(177.47, nio, [cash(usd, 4), cash(nio)])).toEqual([
      ['USD', 4, 147.2, 4, 0],
      ['NIO', 30.27, 30.27, 30, 0.27],
    ])
  })

  test('the own dollars of a client go back at the rate at which they were taken', () => {
    const paid = [{ currency: usd, total: 100 }]
    const exactly = { ...usd, cashStep: 0 }
    expect(split(1800, nio, [cash(exactly)], paid)).toEqual([['USD', 49.45, 1800, 49.45, 0]])
    expect(split(1800, nio, [cash(usd)], paid)).toEqual([
      ['USD', 49, 1783.6, 49, 0],
      ['NIO', 16.4, 16.4, 16, 0.4],
    ])
  })

  test('beyond the sum paid in it a currency counts by the formula turned round', () => {
    const paid = [{ currency: usd, total: 10 }]
    expect(split(732, nio, [cash(usd, 20)], paid)).toEqual([['USD', 20, 732, 20, 0]])
    expect(split(732, nio, [cash(usd)], paid)).toEqual([['USD', 20, 732, 20, 0]])
  })

  test('what the coin of a currency leaves goes into córdobas, and only the last of it is rounded', () => {
    expect(split(10.4, usd, [cash(usd)])).toEqual([
      ['USD', 10, 10, 10, 0],
      ['NIO', 14.56, 0.4, 15, -0.44],
    ])
    expect(split(0.49, usd, [cash(usd)])).toEqual([['NIO', 17.84, 0.49, 18, -0.16]])
    expect(split(20.9, usd, [cash(nio, 364), cash(usd)])).toEqual([
      ['NIO', 396.76, 10.9, 397, -0.24],
      ['USD', 10, 10, 10, 0],
    ])
  })

  test('a currency that has no local one beside it is rounded by itself', () => {
    const parts = splitChange(10.4, usd, [cash(usd)], { cash: [], local: usd })
    expect(parts).toMatchObject([{ amount: 10.4, handed: 10, rounding: 0.4 }])
  })

  test('change kept as credit is exact to the cent, with any smallest coin', () => {
    expect(split(177.47, nio, [credit(nio)])).toEqual([['NIO', 177.47, 177.47, 177.47, 0]])
  })

  test('a half of the smallest coin is handed out as a whole one, and the rounding is negative', () => {
    expect(split(30.5, nio, [cash(nio)])).toEqual([['NIO', 30.5, 30.5, 31, -0.5]])
  })

  test('a currency without a smallest coin hands out cents', () => {
    expect(split(10, usd, [cash(eur)])).toEqual([['EUR', 399, 10, 399, 0]])
  })

  test('the part without an amount comes to nothing when the others are all of the change', () => {
    expect(split(147.2, nio, [cash(usd, 4), credit(nio)])).toEqual([['USD', 4, 147.2, 4, 0]])
  })

  test.each<[reason: string, parts: AskedChange<Coined>[]]>([
    ['no part is given', []],
    ['the amounts are a cent less', [cash(nio, 177.46)]],
    ['the amounts are a cent more', [cash(nio, 177.48)]],
    ['an amount alone exceeds it', [cash(usd, 5), cash(nio)]],
    ['two parts have no amount', [cash(usd), cash(nio)]],
  ])('change of C$177.47 is refused when %s', (_, parts) => {
    expect(split(177.47, nio, parts)).toBeUndefined()
  })

  test('no change has no parts', () => {
    expect(split(0, nio, [])).toEqual([])
    expect(split(0, nio, [credit(nio)])).toEqual([])
  })
})

describe('the cash of a tender', () => {
  const paid = (method: string, total: number, currency = nio) => ({ method, total, currency })

  test('change is cash by default as far as the payments are cash, and credit beyond', () => {
    const usual = (payments: Parameters<typeof usualChange>[2], change = 110) =>
      usualChange(change, nio, payments, nio).map(({ kind, amount }) => [kind, amount])
    expect(usual([paid('transfer', 200)])).toEqual([['credit', null]])
    expect(usual([paid('cash', 200)])).toEqual([['cash', null]])
    expect(usual([paid('cash', 20.5), paid('card', 200)])).toEqual([
      ['cash', 20],
      ['credit', null],
    ])
    expect(usual([paid('cash', 0.5), paid('card', 200)])).toEqual([['credit', null]])
    expect(usual([paid('cash', 1, usd), paid('card', 200)])).toEqual([
      ['cash', 36],
      ['credit', null],
    ])
  })

  test.each<[came: string, payments: Parameters<typeof usualChange>[2], change: number, handed: [string, number][]]>([
    ['US$20 and C$2,000 on US$40', [paid('cash', 20, usd), paid('cash', 2000)], 34.35, [['NIO', 1264]]],
    ['C$1,250 on US$33', [paid('cash', 1250)], 0.97, [['NIO', 36]]],
    ['a card, and C$100', [paid('card', 200, usd), paid('cash', 100)], 162.72, [['NIO', 100]]],
    ['€2,000 on US$40', [paid('cash', 2000, eur)], 10, [['NIO', 364]]],
    [
      'US$50 on US$37.50',
      [paid('cash', 50, usd)],
      12.5,
      [
        ['USD', 12],
        ['NIO', 18],
      ],
    ],
    ['a card, and US$20', [paid('card', 200, usd), paid('cash', 20, usd)], 180, [['USD', 20]]],
  ])(
    'change of a US$ invoice is handed out in dollars only where all cash is dollars: %s',
    (_, payments, change, handed) => {
      const parts = splitChange(change, usd, usualChange(change, usd, payments, nio), {
        cash: payments.filter(({ method }) => method === 'cash'),
        local: nio,
      })
      const inCash = parts?.filter(({ kind }) => kind === 'cash').map((part) => [part.currency.code, part.handed])
      expect(inCash).toEqual(handed)
    },
  )

  test('no cent more of a foreign currency is handed out by default than came in', () => {
    const exactly = { ...usd, cashStep: 0 }
    const payments = [paid('cash', 20, exactly), paid('card', 100, exactly)]
    expect(usualChange(20.01, exactly, payments, nio)).toEqual([cash(exactly, 20), credit(exactly)])
  })

  test('change whose last coin is worth more than a cent of a dollar never exceeds the cash of its tender', () => {
    const dear: Coined = { ...nio, rateCompra: '0.0108', rateVenta: '0.0103' }
    const payments = [paid('cash', 1, dear)]
    const change = 92.58
    const asked = usualChange(change, usd, payments, dear)
    expect(asked).toEqual([cash(dear)])
    expect(isCashCovered(splitChange(change, usd, asked, { cash: payments, local: dear }) ?? [], payments)).toBe(true)
  })

  test('cash change is covered by the cash of its tender in dollars, with a cent of tolerance', () => {
    const part = (amount: number, currency = nio) => ({ kind: 'cash' as const, amount, currency })
    expect(isCashCovered([part(36.8)], [paid('cash', 1, usd)])).toBe(true)
    expect(isCashCovered([part(37.16)], [paid('cash', 1, usd)])).toBe(true)
    expect(isCashCovered([part(37.4)], [paid('cash', 1, usd)])).toBe(false)
    expect(isCashCovered([part(0.5)], [paid('credit', 500)])).toBe(true)
    expect(isCashCovered([part(1)], [paid('credit', 500)])).toBe(false)
    expect(isCashCovered([{ ...part(500), kind: 'credit' }], [paid('card', 500)])).toBe(true)
  })
})

test('the local currency is the córdoba, else the default one', () => {
  expect(localCurrency([eur, usd, nio])).toBe(nio)
  expect(localCurrency([eur, usd])).toBe(usd)
  expect(localCurrency([eur])).toBeUndefined()
})
