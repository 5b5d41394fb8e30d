import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { compareAge } from '@casillero/shared/domain/collection'
import { nameOwnDebt } from '@casillero/shared/domain/ledger-entry'
import { call } from '../../lib/api.ts'

const limit = 100

/** Reads all pages, oldest first. */
export const openInvoices = (clientId: string) => ({
  queryKey: ['open invoices', clientId] as const,
  async queryFn({ signal }: { signal: AbortSignal }): Promise<InvoiceRow[]> {
    const rows: InvoiceRow[] = []
    for (let page = 1; ; page += 1) {
      const query = { clientId, status: 'pending' as const, page: String(page), limit: String(limit) }
      const { data, pagination } = await call('GET /api/invoices', { query, signal })
      rows.push(...data)
      if (page >= pagination.totalPages) break
    }
    return rows.toSorted((a, b) => a.companyInvoiceId - b.companyInvoiceId)
  },
})

/** An open invoice, or a debt of used credit with the number of its invoice. */
export type OpenDebt = Pick<
  InvoiceRow,
  'id' | 'companyInvoiceId' | 'createdAt' | 'pendingTotal' | 'totalAmount' | 'currency'
> & { isOwnDebt?: true }

/** docs/product/cash.md, "Collections". */
export const listOpenDebts = (invoices: readonly InvoiceRow[], { debts }: ClientAccount): OpenDebt[] =>
  [
    ...invoices,
    ...debts.map(({ id, createdAt, invoice: { companyInvoiceId }, amount, pendingTotal, currency }) => {
      return { id, createdAt, companyInvoiceId, totalAmount: amount, pendingTotal, currency, isOwnDebt: true as const }
    }),
  ].toSorted(compareAge)

/** `Factura #57`, `Saldo usado sin pago, de #57`. */
export const nameDebt = ({ isOwnDebt, companyInvoiceId }: Pick<OpenDebt, 'isOwnDebt' | 'companyInvoiceId'>): string =>
  isOwnDebt ? nameOwnDebt(companyInvoiceId) : `Factura #${companyInvoiceId}`
