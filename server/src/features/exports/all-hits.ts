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

/** The ids of all packages that the list shows, in its order, as `hit`: the one of the label whose code is searched for, else all. */
export function allPackages({
  search = '',
  format: _,
  ...criteria
}: Input<typeof packageExport>['query']): RawBuilder<unknown> {
  const found = hitsOf('filter_packages', searchPatterns(searchedText(search)), criteria)
  const labelCode = labelCodeOf(search)
  if (labelCode === null) return sql`${found} as hit`
  return sql`(
    with labelled as materialized (select * from ${hitsOf('filter_packages', [], { ...criteria, labelCode })})
    select * from labelled
    union all
    select found.* from ${found} found where not exists (select from labelled)) as hit`
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
