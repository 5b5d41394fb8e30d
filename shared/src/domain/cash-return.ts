import type { CoinedCurrency } from './change.ts'
import { changeIn } from './currency.ts'
import {
  type Amount,
  type Exact,
  exact,
  floorToStep,
  isPositive,
  minus,
  roundToStep,
  smaller,
  sum,
  toWire,
} from './money.ts'

export type CashDue<C extends CoinedCurrency> = { id: string; currency: C; amount: Amount }

/** `amount` is owed, `handed` leaves the drawer, both in the local currency. */
export type Coins<C extends CoinedCurrency> = { currency: C; amount: number; handed: number; rounding: number }

type Open<C extends CoinedCurrency> = Omit<CashDue<C>, 'amount'> & { left: Exact }

/** Subtracts the rest left by the coins from the last dues. */
function takeRest<C extends CoinedCurrency>(own: readonly Open<C>[], { cashStep }: C): Exact {
  const whole = sum(own.map(({ left }) => left))
  const all = minus(whole, floorToStep(whole, exact(cashStep)))
  let rest = all
  for (const due of own.toReversed()) {
    const taken = smaller(due.left, rest)
    due.left = minus(due.left, taken)
    rest = minus(rest, taken)
  }
  return all
}

/**
 * Rounds each currency down to its coin. The rest is given in the local currency, which alone is rounded. `coins` is paid in addition to
 * the payments' own amounts. docs/product/invoices.md, "Voiding".
 */
export function roundReturn<C extends CoinedCurrency>(
  dues: readonly CashDue<C>[],
  local: C | undefined,
): { dues: { id: string; amount: number }[]; coins: Coins<C> | undefined } {
  const open = dues.map(({ amount, ...due }): Open<C> => ({ ...due, left: exact(amount) }))
  const rests = [...Map.groupBy(open, ({ currency }) => currency.code).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined || local === undefined) return []
    return [changeIn(toWire(takeRest(own, first.currency)), local, first.currency)]
  })
  const amount = sum(rests)
  const rounded = open.map(({ id, left }) => ({ id, amount: toWire(left) }))
  if (local === undefined || !isPositive(amount)) return { dues: rounded, coins: undefined }
  const handed = roundToStep(amount, exact(local.cashStep))
  const rounding = toWire(minus(amount, handed))
  return { dues: rounded, coins: { currency: local, amount: toWire(amount), handed: toWire(handed), rounding } }
}
