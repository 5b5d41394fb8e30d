import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'

type ChangePart = Invoice['change'][number]

/** As it is called at the counter. */
export type GivenChange = { label: string; amount: string }

/** docs/product/invoices.md, "The bar". */
export function describeChange(parts: readonly ChangePart[]): GivenChange[] {
  const cash = parts.filter(({ kind, handed }) => kind === 'cash' && handed > 0)
  const credit = parts.filter(({ kind }) => kind === 'credit')
  return [
    { label: 'Vuelto', amounts: cash.map(({ handed, currency }) => formatMoney(handed, currency.symbol)) },
    { label: 'A saldo a favor', amounts: credit.map(({ amount, currency }) => formatMoney(amount, currency.symbol)) },
  ].flatMap(({ label, amounts }) => (amounts.length > 0 ? [{ label, amount: amounts.join(' + ') }] : []))
}
