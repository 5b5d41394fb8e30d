import type { Dispatch, DispatchRow } from '@casillero/shared/contract/dispatches'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import { listDispatched } from './shipment-rows.ts'

/** Sums the shipments of a dispatch `d`. */
export const sumDispatch = sql`
  cross join lateral (
    select count(distinct l.shipment_id)::int as "shipmentCount", count(i.id)::int as "packageCount",
      coalesce(sum(coalesce(i.weight, i.quantity)), 0) as weight
    from dispatch_shipments l join invoice_shipments s on s.id = l.shipment_id left join invoice_items i on i.invoice_id = s.invoice_id
    where l.dispatch_id = d.id) sums`

export const matchDispatches = (search = '') => matchesAll(sql`d.search_text`, searchPatterns(search))

async function readRows(db: Db, which: RawBuilder<unknown>, { limit, offset }: Pick<Page, 'limit' | 'offset'>) {
  const { rows } = await sql<DispatchRow & { total: number }>`
    with cut as (
      select d.*, count(*) over ()::int as total from dispatches d where ${which}
      order by d.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)})
    select d.id, d.company_dispatch_id as "companyDispatchId", d.carrier, d.guide, d.sent_on as "sentOn", d.cost,
      case when k.id is not null then json_build_object('id', k.id, 'symbol', k.symbol) end as "costCurrency", d.note,
      sums."shipmentCount", sums."packageCount", sums.weight, d.created_at as "createdAt",
      json_build_object('fullName', maker.full_name) as "createdBy", d.undone_at as "undoneAt",
      case when undoer.id is not null then json_build_object('fullName', undoer.full_name) end as "undoneBy", d.total
    from cut d
    join users maker on maker.id = d.created_by
    left join users undoer on undoer.id = d.undone_by
    left join currencies k on k.id = d.cost_currency_id
    ${sumDispatch}
    order by d.id desc`.execute(db)
  return rows
}

const withoutTotal = ({ total: _, ...row }: DispatchRow & { total: number }): DispatchRow => row

/** docs/product/dispatches.md, "Despachos". */
export async function listDispatches(
  db: Db,
  query: ListQuery,
): Promise<{ data: DispatchRow[]; pagination: Pagination }> {
  const page = toPage(query)
  const which = matchDispatches(query.search)
  const rows = await readRows(db, which, page)
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, which, { limit: 1, offset: 0 }))[0])
  return { ...listed, data: listed.data.map(withoutTotal) }
}

async function readDetails(db: Db, id: string): Promise<Pick<Dispatch, 'version' | 'receipt'>> {
  const { version, link, setAt, fullName } = await db
    .selectFrom('dispatches as d')
    .leftJoin('users as u', 'u.id', 'd.receipt_set_by')
    .select(['d.version', 'd.receipt_link as link', 'd.receipt_set_at as setAt', 'u.full_name as fullName'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const receipt = link !== null && setAt !== null && fullName !== null ? { link, setAt, setBy: { fullName } } : null
  return { version, receipt }
}

export async function getDispatch(db: Db, id: string): Promise<Dispatch> {
  const [row] = await readRows(db, sql`d.id = ${id}`, { limit: 1, offset: 0 })
  if (!row) throw new AppError('not_found')
  const [shipments, details] = await Promise.all([listDispatched(db, id), readDetails(db, id)])
  return { ...withoutTotal(row), shipments, ...details }
}

/** The last used comes first. docs/product/dispatches.md, "Dispatching". */
export async function listCarriers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ carrier: string }>`
    select carrier from (
      select distinct on (lower(d.carrier)) d.carrier, d.id
      from (select * from dispatches order by id desc limit 1000) d
      order by lower(d.carrier), d.id desc) named
    order by id desc limit 20`.execute(db)
  return rows.map(({ carrier }) => carrier)
}
