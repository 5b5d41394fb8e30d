import { type RawBuilder, sql } from 'kysely'
import type { Page } from './list.ts'

/** How far a list counts what its search and its filters leave. docs/product/lists-and-forms.md, "Lists". */
export const mostHits = 1_000

/** The window of the first hit, which carries the count of all. */
export const oneHit = { limit: 1, offset: 0 }

/** `place` is its place in the order of the list. */
export type Hit = { id: string; total: number; place: number }
type Criteria = Record<string, unknown>

/** True where a list shows all of its rows, in whatever order. */
export const isUnfiltered = (patterns: readonly string[], { sort: _, ...criteria }: Criteria): boolean =>
  patterns.length === 0 && Object.values(criteria).every((value) => value === undefined)

/** The rows that a list shows, by a function of `server/sql/search/filter.sql`, which takes the criteria by the names of the query. */
export type FilteredRows = {
  list: 'filter_packages' | 'filter_invoices' | 'filter_clients'
  patterns: readonly string[]
  criteria: Criteria
}

const functions: Record<FilteredRows['list'], RawBuilder<unknown>> = {
  filter_packages: sql`filter_packages`,
  filter_invoices: sql`filter_invoices`,
  filter_clients: sql`filter_clients`,
}

/** The ids of a page, each with the count of all hits; without `most` the ids of all hits, uncounted. */
export function selectHits(
  { list, patterns, criteria }: FilteredRows,
  { limit, offset }: Pick<Page, 'limit' | 'offset'> | { limit: null; offset: 0 },
  most: number | null = mostHits,
): RawBuilder<Hit> {
  return sql<Hit>`(select h.id, h.total, h.place
    from ${functions[list]}(${patterns}::text[], ${JSON.stringify(criteria)}::jsonb, ${most}::int, ${limit}::int, ${offset}::int)
      with ordinality as h (id, total, place))`
}
