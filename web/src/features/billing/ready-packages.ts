import type { CourierPackage } from '@casillero/shared/contract/packages'
import { call } from '../../lib/api.ts'

const perPage = 100

/** All ready packages of a client that no live invoice has, page after page. docs/product/invoices.md, "Ready packages". */
export async function readyPackages(
  clientId: string,
  statusId: string,
  signal: AbortSignal,
): Promise<CourierPackage[]> {
  const found = new Map<string, CourierPackage>()
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    const query = { clientId, statusId, invoiced: 'false' as const, page: String(page), limit: String(perPage) }
    const reply = await call('GET /api/packages', { query, signal })
    // A package that moved to the next page meanwhile comes twice.
    for (const row of reply.data) found.set(row.id, row)
    pages = reply.pagination.pages
  }
  return [...found.values()]
}
