import type { Rates } from './currency.ts'
import { type Amount, divideRounded, type Exact, exact, isPositive, minus, sum, times, toWire } from './money.ts'

export type LedgerEntry = { debit: Amount; credit: Amount }

export type LedgerSums = {
  balances: number[]
  debits: number
  credits: number
  closing: number
}

/** Exact, in one currency: closing = opening + debits − credits. docs/product/clients.md, "Statement". */
export function ledgerSums(opening: Amount, entries: readonly LedgerEntry[]): LedgerSums {
  const balances: number[] = []
  let balance = exact(opening)
  for (const { debit, credit } of entries) {
    balance = minus(sum([balance, exact(debit)]), exact(credit))
    balances.push(toWire(balance))
  }
  const total = (side: (entry: LedgerEntry) => Amount) => toWire(sum(entries.map((entry) => exact(side(entry)))))
  return {
    balances,
    debits: total(({ debit }) => debit),
    credits: total(({ credit }) => credit),
    closing: toWire(balance),
  }
}

const readRateCompra = ({ code, rateCompra }: Rates): Exact => {
  const rate = code === 'USD' ? exact(1) : exact(rateCompra)
  return isPositive(rate) ? rate : exact(1)
}

/**
 * Divides by its own rateCompra and multiplies by the córdoba's, rounded once to cents. For display only, never added.
 * docs/product/clients.md, "Statement".
 */
export function cordobaReference(amount: Amount, currency: Rates, cordoba: Rates): number {
  const dividend = times(exact(amount), readRateCompra(cordoba))
  return toWire(divideRounded(dividend, readRateCompra(currency), 2, 'halfAwayFromZero'))
}
