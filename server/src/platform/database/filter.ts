import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Page } from './list.ts'

/** Lists count no further. docs/product/lists-and-forms.md, "Lists". */
export const mostHits = 1_000

/** The first hit carries the count of all. */
export const oneHit = { limit: 1, offset: 0 }

/** `place` is its position in the list. */
export type Hit = { id: string; total: number; place: number }
type Criteria = Record<string, unknown>

/** Ignores the order. */
export const isUnfiltered = (patterns: readonly string[], { sort: _, ...criteria }: Criteria): boolean =>
  patterns.length === 0 && Object.values(criteria).every((value) => value === undefined)

/** Functions of `server/sql/search`, whose criteria have the names of the query. */
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

/** `limit` and `offset` cut the page; hits are counted up to `most`. */
export type HitsValues = { patterns: readonly string[]; criteria: string; most: number; limit: number; offset: number }

/** Counts up to `most`. */
export const hitsValues = (
  { patterns, criteria }: FilteredRows,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
  most: number = mostHits,
): HitsValues => ({ patterns, criteria: JSON.stringify(criteria), most, limit, offset })

/** Each id with the count of all hits. The values may be placeholders of `prepare`. */
export const selectHits = (
  list: FilteredRows['list'],
  { patterns, criteria, most, limit, offset }: HitsValues,
): RawBuilder<Hit> =>
  sql<Hit>`(select h.id, h.total, h.place
    from ${functions[list].filter}(${patterns}::text[], ${criteria}::jsonb, ${most}::int, ${limit}::int, ${offset}::int)
      with ordinality as h (id, total, place))`

/** Counts for a page beyond the last, which has no rows to carry the count. */
export const countHits = (db: Db, rows: FilteredRows): Promise<{ total: number } | undefined> =>
  db
    .selectFrom(selectHits(rows.list, hitsValues(rows, oneHit)).as<'hit'>('hit'))
    .select('hit.total')
    .executeTakeFirst()

/** Opens the cursor `ids` in the list's order, for the caller's transaction. */
export const openHits = ({ list, patterns, criteria }: FilteredRows): RawBuilder<unknown> =>
  sql`${functions[list].open}(${patterns}::text[], ${JSON.stringify(criteria)}::jsonb)`
