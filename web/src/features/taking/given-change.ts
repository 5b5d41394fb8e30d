import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'

type ChangePart = Invoice['change'][number]

/** A sum that a client gets back, and what it is called at the counter. */
export type GivenChange = { label: string; amount: string }

/** Names what is handed out of a change, as it leaves the drawer, and what of it is kept as credit. docs/product/invoices.md, "The bar". */
export function describeChange(parts: readonly ChangePart[]): GivenChange[] {
  const cash = parts.filter(({ kind, handed }) => kind === 'cash' && handed > 0)
  const credit = parts.filter(({ kind }) => kind === 'credit')
  return [
    { label: 'Vuelto', amounts: cash.map(({ handed, currency }) => formatMoney(handed, currency.symbol)) },
    { label: 'A saldo a favor', amounts: credit.map(({ amount, currency }) => formatMoney(amount, currency.symbol)) },
  ].flatMap(({ label, amounts }) => (amounts.length > 0 ? [{ label, amount: amounts.join(' + ') }] : []))
}
