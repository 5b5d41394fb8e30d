import type { Api } from '@casillero/shared/contract/api'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { changeBody } from '../taking/change-options.ts'
import type { CollectionForm, CollectionTotals } from './collection-form.ts'
import type { OpenDebt } from './open-invoices.ts'

type Body = Api['POST /api/clients/:id/collections']['body']

/** Sends the amounts on the screen too, so that the server can refuse outdated ones. */
export function collectionBody(
  form: CollectionForm,
  totals: CollectionTotals,
  invoices: readonly OpenDebt[],
  cashSessionId: string | undefined,
): Body {
  const isOwnDebt = (id: string) => invoices.some((debt) => debt.id === id && debt.isOwnDebt)
  const seen = totals.allocation.invoices.filter(({ amount }) => amount > 0)
  return {
    payments: totals.sent.map(({ row }) => ({
      total: readAmount(row.total),
      method: row.method,
      reference: row.reference,
      currencyId: row.currencyId,
    })),
    allocations: [...form.typed].map(([id, text]) => ({
      ...(isOwnDebt(id) ? { debtId: id } : { invoiceId: id }),
      amount: readAmount(text),
    })),
    ...changeBody(totals.chosen),
    cashSessionId: cashSessionId ?? null,
    expected: {
      invoices: seen.filter(({ id }) => !isOwnDebt(id)).map(({ id, amount }) => ({ invoiceId: id, amount })),
      debts: seen.filter(({ id }) => isOwnDebt(id)).map(({ id, amount }) => ({ debtId: id, amount })),
      change: totals.change,
    },
  }
}
