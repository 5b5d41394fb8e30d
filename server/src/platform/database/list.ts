import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'

const defaultLimit = 20
const lookupLimit = 100
export type Page = { page: number; limit: number; offset: number }

/** docs/product/lists-and-forms.md, "Lists". */
export function toPage(query: ListQuery, pageSize = defaultLimit): Page {
  const limit = query.limit ?? (query.page === undefined ? lookupLimit : pageSize)
  const page = query.page ?? 1
  return { page, limit, offset: (page - 1) * limit }
}

/** Without `page` and `limit` a small catalogue returns all rows. */
const isWhole = (query: ListQuery): boolean => query.page === undefined && query.limit === undefined

/** For a list without pages. */
const wholePagination = (total: number): Pagination =>
  buildPagination({ page: 1, limit: Math.max(1, total), offset: 0 }, total)

/** Writes limit and offset into the text: with parameters the planner plans for the whole company. */
export function cutPage<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): SelectQueryBuilder<DB, TB, O> {
  const cut = rows.limit(sql.lit(limit))
  return offset === 0 ? cut : cut.offset(offset)
}

/** Has at least one page. */
export function buildPagination({ page, limit }: Page, total: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / limit))
  return { page, pages, totalPages: pages, limit, total }
}

/** For tables too small to need an index. docs/product/lists-and-forms.md, "Search". */
export function matchesAll(column: RawBuilder<string>, patterns: string[]): RawBuilder<SqlBool> {
  return patterns.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${column} like all (${patterns}::text[])`
}

type Counted = { total: number }

/** Beyond the last page there are no rows, so `countAgain` counts. */
export async function pageWithTotal<Row extends Counted>(
  page: Page,
  rows: Row[],
  countAgain: () => Promise<Counted | undefined>,
): Promise<{ data: Row[]; pagination: Pagination }> {
  const counted = rows[0] ?? (page.page > 1 ? await countAgain() : undefined)
  return { data: rows, pagination: buildPagination(page, counted?.total ?? 0) }
}

/** Lists a small table's matching rows in pages, or all without a page. */
export async function listCatalogue<DB, TB extends keyof DB, Row>(
  db: Db,
  rows: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery,
): Promise<{ data: Row[]; pagination: Pagination }> {
  const matching = rows.where(matchesAll(sql`search_text`, searchPatterns(query.search ?? '')))
  if (isWhole(query)) {
    const data = await matching.execute()
    return { data, pagination: wholePagination(data.length) }
  }
  const page = toPage(query)
  // Both queries travel in one round trip.
  const [data, { total }] = await Promise.all([
    cutPage(matching, page).execute(),
    db
      .selectFrom(matching.clearOrderBy().as('matching'))
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { data, pagination: buildPagination(page, total) }
}
