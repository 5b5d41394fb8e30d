import { type Amount, type Exact, exact, isBelow, isPositive, minus, sum, toWire, zero } from './money.ts'

/** `rounding`: the rest of change left by the smallest coin; may be negative. */
export const cashEntryKinds = ['opening', 'cash', 'change', 'rounding', 'in', 'out'] as const
export type CashEntryKind = (typeof cashEntryKinds)[number]
export type CashEntry = { currencyId: string; kind: CashEntryKind; amount: Amount }

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
 * Exact sums per currency, in the order of first entries; currencies are never added. docs/product/cash.md, "What a drawer should hold".
 */
export function cashBalances(entries: readonly CashEntry[]): CashBalance[] {
  const byCurrency = Map.groupBy(entries, ({ currencyId }) => currencyId)
  return [...byCurrency].map(([currencyId, own]) => computeBalance(currencyId, own))
}

/** Exact, counted − expected: negative if cash is missing. docs/product/cash.md, "Closing". */
export function cashDifference(counted: Amount, expected: Amount): number {
  return toWire(minus(exact(counted), exact(expected)))
}

/** True from the smallest coin on (`cashStep`, or a cent if that is 0), in either direction. docs/product/cash.md, "Closing". */
export function needsExplanation(difference: Amount, cashStep: Amount): boolean {
  const value = exact(difference)
  const size = isBelow(value, zero) ? minus(zero, value) : value
  const step = exact(cashStep)
  return !isBelow(size, isPositive(step) ? step : exact('0.01'))
}
