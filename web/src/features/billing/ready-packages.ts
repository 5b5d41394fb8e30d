import type { CourierPackage } from '@casillero/shared/contract/packages'
import { call } from '../../lib/api.ts'

const perPage = 100

/** Page after page. */
async function listAll(
  clientId: string,
  filter: { statusId: string; invoiced: 'false' } | { missing: 'invoice' },
  signal: AbortSignal,
): Promise<CourierPackage[]> {
  const found = new Map<string, CourierPackage>()
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    const query = { clientId, ...filter, page: String(page), limit: String(perPage) }
    const reply = await call('GET /api/packages', { query, signal })
    // A package that moved to the next page meanwhile comes twice.
    for (const row of reply.data) found.set(row.id, row)
    pages = reply.pagination.pages
  }
  return [...found.values()]
}

/** docs/product/invoices.md, "Ready packages". */
export const readyPackages = (clientId: string, statusId: string, signal: AbortSignal): Promise<CourierPackage[]> =>
  listAll(clientId, { statusId, invoiced: 'false' }, signal)

/** docs/product/invoices.md, "What left without an invoice". */
export const unbilledPackages = (clientId: string, signal: AbortSignal): Promise<CourierPackage[]> =>
  listAll(clientId, { missing: 'invoice' }, signal)
