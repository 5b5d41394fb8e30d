import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { call } from '../../lib/api.ts'

const limit = 100

/** The query of all open invoices of a client, read page by page, oldest first. */
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
