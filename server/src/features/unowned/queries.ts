import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import type { UnownedPackage } from '@casillero/shared/contract/unowned'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { findCandidates } from './find-candidates.ts'

const mostCounted = 1_000

type Row = Omit<UnownedPackage, 'candidates'> & { total: number }

const unowned = (search: string) => sql`
  from packages p
  where p.client_id is null and p.deleted_at is null
    and ${matchesAll(sql`p.search_text || p.client_search_text`, searchPatterns(searchedText(search)))}`

const selectTotal = (search: string) =>
  sql<number>`(select count(*)::int from (select 1 ${unowned(search)} limit ${sql.lit(mostCounted)}) counted)`

async function readRows(db: Db, search: string, { limit, offset }: Pick<Page, 'limit' | 'offset'>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.company_package_id as "companyPackageId", p.client_package_name as "clientPackageName", p.tracking,
      p.warehouse_tracking as "warehouseTracking", p.shipping_method as "shippingMethod", p.weight, p.tariff_id as "tariffId",
      p.created_at as "createdAt", app_today() - (p.created_at at time zone 'America/Managua')::date as days, p.version,
      ${selectTotal(search)} as total
    ${unowned(search)}
    order by p.company_package_id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows
}

/** docs/product/packages.md, "Sin dueño". */
export async function listUnowned(
  db: Db,
  query: ListQuery,
): Promise<{ data: UnownedPackage[]; pagination: Pagination }> {
  const page = toPage(query)
  const search = query.search ?? ''
  const rows = await readRows(db, search, page)
  const listed = await pageWithTotal(page, rows, async () => ({ total: await countUnowned(db, search) }))
  const candidates = await findCandidates(db, rows)
  return {
    ...listed,
    data: listed.data.map(({ total: _, ...row }, place) => ({ ...row, candidates: candidates[place] ?? [] })),
  }
}

/** Counts up to 1,000. */
export async function countUnowned(db: Db, search = ''): Promise<number> {
  const { total } = await db.selectNoFrom(selectTotal(search).as('total')).executeTakeFirstOrThrow()
  return total
}
