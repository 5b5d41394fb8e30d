import type { clientExport, invoiceExport, packageExport } from '@casillero/shared/contract/exports'
import { labelCodeOf } from '@casillero/shared/domain/label-code'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { type RawBuilder, sql } from 'kysely'
import { type FilteredRows, selectHits } from '../../platform/database/filter.ts'
import type { Input } from '../../platform/http/endpoint.ts'

/** What a list's search and filters leave, uncounted and without a page. */
const hitsOf = (
  list: FilteredRows['list'],
  patterns: readonly string[],
  criteria: FilteredRows['criteria'],
): RawBuilder<unknown> => selectHits({ list, patterns, criteria }, { limit: null, offset: 0 }, null)

/**
 * Opens the cursor that gives the ids of all packages that the list shows, in its order: the one of the label whose code is searched
 * for, else all.
 */
export function openPackages({
  search = '',
  format: _,
  ...query
}: Input<typeof packageExport>['query']): RawBuilder<unknown> {
  const open = (patterns: readonly string[], criteria: object) =>
    sql`open_packages(${patterns}::text[], ${JSON.stringify(criteria)}::jsonb)`
  const found = open(searchPatterns(searchedText(search)), query)
  const labelCode = labelCodeOf(search)
  if (labelCode === null) return sql`select ${found}`
  const criteria = { ...query, labelCode }
  return sql`
    select case when exists (select from ${hitsOf('filter_packages', [], criteria)} h) then ${open([], criteria)} else ${found} end`
}

/** The ids of all invoices that the list shows, in its order, as `hit`; voided ones only where they are asked for. */
export function allInvoices({
  search = '',
  format: _,
  ...query
}: Input<typeof invoiceExport>['query']): RawBuilder<unknown> {
  const includeVoided = query.includeVoided === true || query.status === 'cancelled'
  return sql`${hitsOf('filter_invoices', searchPatterns(search), { ...query, includeVoided })} as hit`
}

/** The ids of all clients that the list shows, in its order, as `hit`. */
export const allClients = ({
  search = '',
  format: _,
  ...query
}: Input<typeof clientExport>['query']): RawBuilder<unknown> =>
  sql`${hitsOf('filter_clients', searchPatterns(search), query)} as hit`
