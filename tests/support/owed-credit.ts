import type { Coin } from '@casillero/shared/test/cash-oracle'
import { type Change, type LedgerInvoice, nearest, smaller, sum } from './ledger-rows.ts'

/** Used credit that lost its payment. */
export type OwnDebt = { id: string; coin: Coin; amount: bigint; left: bigint; day: string }

/**
 * Takes `due` off the credit that an invoice gave, the newest part first, and gives what that is in the currency of each part
 * (docs/product/cash.md, "Reversing a payment").
 */
export function uncover(changes: readonly Change[], due: bigint): { coin: Coin; amount: bigint }[] {
  let rest = due
  const found: { coin: Coin; amount: bigint }[] = []
  for (const part of changes.toReversed()) {
    if (part.kind !== 'credit' || !part.isLive || rest <= 0n || part.conv === 0n) continue
    const conv = smaller(rest, part.conv)
    const amount = conv === part.conv ? part.amount : part.amount - nearest(part.amount * (part.conv - conv), part.conv)
    part.amount -= amount
    part.handed -= amount
    part.conv -= conv
    rest -= conv
    if (amount > 0n) found.push({ coin: part.coin, amount })
  }
  return found
}

/** What can be paid: invoices and debts, by the day, of one day the invoices first, each in the order in which they were made. */
export const listPayable = (
  invoices: readonly (LedgerInvoice & { cents: bigint })[],
  debts: readonly OwnDebt[],
): { id: string; coin: Coin; cents: bigint }[] =>
  [
    ...invoices.map(({ id, coin, cents, day }) => ({ id, coin, cents, day })),
    ...debts.map(({ id, coin, left, day }) => ({ id, coin, cents: left, day })),
  ]
    .filter(({ cents }) => cents > 0n)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))

/** Sums by the code of the currency. */
export const sumByCode = (rows: readonly { coin: Coin; cents: bigint }[]): Map<string, bigint> =>
  new Map(
    [...Map.groupBy(rows, ({ coin }) => coin.code)].map(([code, own]) => [code, sum(own.map(({ cents }) => cents))]),
  )
