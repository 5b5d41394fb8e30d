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

/** The rows that a list shows, by functions of `server/sql/search`, which take the criteria by the names of the query. */
export type FilteredRows = {
  list: 'packages' | 'invoices' | 'clients'
  patterns: readonly string[]
  criteria: Criteria
}

const functions: Record<FilteredRows['list'], { filter: RawBuilder<unknown>; open: RawBuilder<unknown> }> = {
  packages: { filter: sql`filter_packages`, open: sql`open_packages` },
  invoices: { filter: sql`filter_invoices`, open: sql`open_invoices` },
  clients: { filter: sql`filter_clients`, open: sql`open_clients` },
}

const argumentsOf = ({ patterns, criteria }: FilteredRows) =>
  sql`${patterns}::text[], ${JSON.stringify(criteria)}::jsonb`

/** The ids of a page, each with the count of all hits, which ends at `most`. */
export function selectHits(
  rows: FilteredRows,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
  most: number = mostHits,
): RawBuilder<Hit> {
  return sql<Hit>`(select h.id, h.total, h.place
    from ${functions[rows.list].filter}(${argumentsOf(rows)}, ${most}::int, ${limit}::int, ${offset}::int)
      with ordinality as h (id, total, place))`
}

/** Opens the cursor `ids` of all hits, in the order of the list; the caller's transaction reads it. */
export const openHits = (rows: FilteredRows): RawBuilder<unknown> =>
  sql`${functions[rows.list].open}(${argumentsOf(rows)})`
