import { type Amount, exact, isPositive, minus, sum, toWire } from './money.ts'

/** Cash that goes through a drawer because a payment is taken back. */
export type CashReturn = { direction: 'in' | 'out'; amount: number }

/**
 * What goes through a drawer when cash is given back that lies in no open session: all of it, out. `total` is in the payment's
 * own currency.
 * docs/product/cash.md, "Reversing a payment".
 */
export const cashGivenBack = (payment: { total: Amount }): CashReturn => ({
  direction: 'out',
  amount: toWire(exact(payment.total)),
})

/**
 * What comes back into a drawer of the cash change of such a payment: what had been handed out of it, in the change's own
 * currency; null where nothing was.
 * docs/product/cash.md, "Reversing a payment".
 */
export function changeTakenBack(change: { handed: Amount }): CashReturn | null {
  const handed = exact(change.handed)
  return isPositive(handed) ? { direction: 'in', amount: toWire(handed) } : null
}

type Part = { currencyId: string; amount: Amount }

/**
 * What taking payments back does to a client's credit: what they used comes back, what was kept of their change goes away. One
 * signed sum for each currency that changes, in the order of the currencies' ids, exact; sums of 0 are left out.
 * docs/product/cash.md, "Reversing a payment".
 */
export function creditReturns(used: readonly Part[], kept: readonly Part[]): { currencyId: string; amount: number }[] {
  const ids = new Set([...used, ...kept].map(({ currencyId }) => currencyId))
  const total = (parts: readonly Part[], id: string) =>
    sum(parts.filter(({ currencyId }) => currencyId === id).map(({ amount }) => exact(amount)))
  return [...ids]
    .toSorted()
    .map((currencyId) => ({ currencyId, amount: toWire(minus(total(used, currencyId), total(kept, currencyId))) }))
    .filter(({ amount }) => amount !== 0)
}
