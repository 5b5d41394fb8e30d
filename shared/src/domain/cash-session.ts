import { type Amount, type Exact, exact, isBelow, isPositive, minus, sum, toWire, zero } from './money.ts'

/**
 * The movements of a drawer's cash: its float, cash taken in payments, change given back (to the cent), what the smallest coin left of that
 * change (may be negative), and what was put in or taken out.
 */
export const cashEntryKinds = ['opening', 'cash', 'change', 'rounding', 'in', 'out'] as const
export type CashEntryKind = (typeof cashEntryKinds)[number]
export type CashEntry = { currencyId: string; kind: CashEntryKind; amount: Amount }

/** The sums of a session in one currency; `expected` is the cash that the drawer should hold. */
export type CashBalance = { currencyId: string; expected: number } & Record<CashEntryKind, number>

function computeBalance(currencyId: string, entries: readonly CashEntry[]): CashBalance {
  const total = (kind: CashEntryKind): Exact =>
    sum(entries.filter((entry) => entry.kind === kind).map(({ amount }) => exact(amount)))
  const received = sum([total('opening'), total('cash'), total('rounding'), total('in')])
  return {
    currencyId,
    opening: toWire(total('opening')),
    cash: toWire(total('cash')),
    change: toWire(total('change')),
    rounding: toWire(total('rounding')),
    in: toWire(total('in')),
    out: toWire(total('out')),
    expected: toWire(minus(received, sum([total('change'), total('out')]))),
  }
}

/**
 * The balances of a session: for each currency, in the order of its first entry, the exact sums of its entries and
 * expected = opening + cash − change + rounding + in − out. Amounts are in the entry's own currency; currencies are never added.
 * docs/product/cash.md, "What a drawer should hold".
 */
export function cashBalances(entries: readonly CashEntry[]): CashBalance[] {
  const byCurrency = Map.groupBy(entries, ({ currencyId }) => currencyId)
  return [...byCurrency].map(([currencyId, own]) => computeBalance(currencyId, own))
}

/** Counted less expected, exactly: negative where cash is missing. docs/product/cash.md, "Closing". */
export function cashDifference(counted: Amount, expected: Amount): number {
  return toWire(minus(exact(counted), exact(expected)))
}

/**
 * Says whether a difference has to be explained in writing: it is the smallest coin (`cashStep`; a cent where that is 0) or more, in either
 * direction.
 * docs/product/cash.md, "Closing".
 */
export function needsExplanation(difference: Amount, cashStep: Amount): boolean {
  const value = exact(difference)
  const size = isBelow(value, zero) ? minus(zero, value) : value
  const step = exact(cashStep)
  return !isBelow(size, isPositive(step) ? step : exact('0.01'))
}
