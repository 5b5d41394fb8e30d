import {
  type Coin,
  cashOf,
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
type Coined = ReturnType<typeof rates>

const asked = ({ coin, cents, kind }: Part): AskedChange<Coined> => ({
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

/** The parts of a payment's change, as the code splits it. */
const splitOf = (deed: Payment) =>
  splitChange(decimal(deed.change, 2), rates(deed.invoice), deed.parts.map(asked), {
    cash: cashOf(deed).map(({ coin, cents }) => ({ currency: rates(coin), total: decimal(cents, 2) })),
    local: rates(deed.local),
  })

const entryIn = (code: string, kind: CashEntry['kind'], amount: CashEntry['amount']): CashEntry => ({
  currencyId: code,
  kind,
  amount,
})

/** The entries that a payment leaves in the drawer of this day. */
function paymentEntries(deed: Payment): CashEntry[] {
  const { coin, cents, method } = deed.paid
  const given = (splitOf(deed) ?? []).filter(({ kind }) => kind === 'cash')
  return [
    ...(method === 'cash' ? [entry(coin, 'cash', decimal(cents, 2))] : []),
    ...given.flatMap(({ currency, amount, rounding }) => [
      entryIn(currency.code, 'change', amount),
      entryIn(currency.code, 'rounding', rounding),
    ]),
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

test(`the parts of any change are those of exact fractions, or are refused by both (SEED=${seed})`, () => {
  let refused = 0
  let given = 0
  fc.assert(
    fc.property(days, ({ deeds }) => {
      for (const deed of deeds) {
        if (deed.type !== 'payment') continue
        const split = splitOf(deed)
        const whole = split?.map(({ currency, kind, ...part }) => ({
          code: currency.code,
          kind,
          amount: centsOf(part.amount),
          converted: centsOf(part.convertedTotal),
          handed: centsOf(part.handed),
          rounding: centsOf(part.rounding),
        }))
        const expected = partsOf(deed.change, deed.invoice, deed.parts, cashOf(deed), deed.local)
        expect(whole).toEqual(expected?.map(({ coin, ...part }) => ({ code: coin.code, ...part })))
        if (split === undefined) refused += 1
        else given += 1
      }
    }),
    { seed, numRuns: 4_000 },
  )
  // Both kinds of answer were compared.
  expect(Math.min(refused, given)).toBeGreaterThan(100)
})
