import {
  type Coin,
  creditAfter,
  type Day,
  type Deed,
  days,
  drawerAfter,
  type Part,
  partsOf,
} from '@casillero/shared/test/cash-oracle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CashEntry, cashBalances } from './cash-session.ts'
import { type AskedChange, splitChange } from './change.ts'
import { exact, sum, toWire } from './money.ts'
import { cashGivenBack, changeTakenBack, creditReturns } from './reversal.ts'

/** Writes units as a decimal, half of the time as JSON sends it and half of the time as PostgreSQL does. */
function decimal(units: bigint, decimals: number): number | string {
  const digits = String(units).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return units % 2n === 0n ? text : Number(text)
}

const centsOf = (amount: number): bigint => BigInt(amount.toFixed(2).replace('.', ''))
const rates = ({ code, compra, venta, step }: Coin) => ({
  code,
  rateCompra: decimal(compra, 4),
  rateVenta: decimal(venta, 4),
  cashStep: decimal(step, 2),
})
const asked = ({ coin, cents, kind }: Part): AskedChange => ({
  currency: rates(coin),
  amount: cents === null ? null : decimal(cents, 2),
  kind,
})

const entry = (coin: Coin, kind: CashEntry['kind'], amount: CashEntry['amount']): CashEntry => ({
  currencyId: coin.code,
  kind,
  amount,
})

type Payment = Extract<Deed, { type: 'payment' }>

/** The parts of a payment's change of one kind, as the code splits it. */
function partsGiven({ change, invoice, parts }: Payment, kind: Part['kind']) {
  const split = splitChange(decimal(change, 2), rates(invoice), parts.map(asked)) ?? []
  return split.flatMap((part, index) => {
    const from = parts[index]
    return part && from?.kind === kind ? [{ coin: from.coin, ...part }] : []
  })
}

/** The entries that a payment leaves in the drawer of this day. */
function paymentEntries(deed: Payment): CashEntry[] {
  if (deed.fate === 'reversed') return []
  const { coin, cents, method } = deed.paid
  const total = decimal(cents, 2)
  const given = partsGiven(deed, 'cash')
  if (deed.fate === 'returned') {
    const out = method === 'cash' ? cashGivenBack({ total }) : null
    const back = given.map((part) => ({ coin: part.coin, back: changeTakenBack(part) }))
    return [{ coin, back: out }, ...back].flatMap((one) =>
      one.back ? [entry(one.coin, one.back.direction, one.back.amount)] : [],
    )
  }
  return [
    ...(method === 'cash' ? [entry(coin, 'cash', total)] : []),
    ...given.flatMap((part) => [entry(part.coin, 'change', part.amount), entry(part.coin, 'rounding', part.rounding)]),
  ]
}

/** The entries that the code makes of a day. */
function entriesOf({ opening, deeds }: Day): CashEntry[] {
  return [
    ...opening.map(({ coin, cents }) => entry(coin, 'opening', decimal(cents, 2))),
    ...deeds.flatMap((deed) =>
      deed.type === 'payment' ? paymentEntries(deed) : [entry(deed.coin, deed.type, decimal(deed.cents, 2))],
    ),
  ]
}

/** The rows that the code books in the credit of a day's client. */
function creditRows({ deeds }: Day): { currencyId: string; amount: number }[] {
  return deeds.flatMap((deed) => {
    if (deed.type !== 'payment' || deed.fate === 'reversed') return []
    const { coin, cents, method } = deed.paid
    const used = method === 'credit' ? [{ currencyId: coin.code, amount: decimal(cents, 2) }] : []
    const kept = partsGiven(deed, 'credit').map((part) => ({ currencyId: part.coin.code, amount: part.amount }))
    return deed.fate === 'returned' ? creditReturns(used, kept) : creditReturns(kept, used)
  })
}

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

test(`a drawer after 10,000 random days agrees with exact fractions to the cent (SEED=${seed})`, () => {
  fc.assert(
    fc.property(days, (day) => {
      const expected = new Map(cashBalances(entriesOf(day)).map((one) => [one.currencyId, centsOf(one.expected)]))
      expect(expected).toEqual(drawerAfter(day))
    }),
    { seed, numRuns: 10_000 },
  )
})

const withoutZeros = (sums: Map<string, bigint>) => new Map([...sums].filter(([, cents]) => cents !== 0n))

test(`a client's credit after 10,000 random days agrees with exact fractions to the cent (SEED=${seed})`, () => {
  fc.assert(
    fc.property(days, (day) => {
      const byCurrency = Map.groupBy(creditRows(day), ({ currencyId }) => currencyId)
      const total = (rows: readonly { amount: number }[]) => toWire(sum(rows.map(({ amount }) => exact(amount))))
      const booked = new Map([...byCurrency].map(([id, rows]) => [id, centsOf(total(rows))]))
      expect(withoutZeros(booked)).toEqual(withoutZeros(creditAfter(day)))
    }),
    { seed, numRuns: 10_000 },
  )
})

test(`the parts of any change are those of exact fractions, or are refused by both (SEED=${seed})`, () => {
  let refused = 0
  let given = 0
  fc.assert(
    fc.property(days, ({ deeds }) => {
      for (const deed of deeds) {
        if (deed.type !== 'payment') continue
        const split = splitChange(decimal(deed.change, 2), rates(deed.invoice), deed.parts.map(asked))
        const whole = split?.map(
          (part) =>
            part && {
              amount: centsOf(part.amount),
              converted: centsOf(part.convertedTotal),
              handed: centsOf(part.handed),
              rounding: centsOf(part.rounding),
            },
        )
        expect(whole).toEqual(partsOf(deed.change, deed.invoice, deed.parts))
        if (split === undefined) refused += 1
        else given += 1
      }
    }),
    { seed, numRuns: 2_000 },
  )
  // Both kinds of answer were compared.
  expect(Math.min(refused, given)).toBeGreaterThan(100)
})
