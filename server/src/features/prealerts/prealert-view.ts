import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import type { Prealert, PrealertView } from '@casillero/shared/contract/prealerts'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getFile } from '../received-files/received-files.ts'

/** Days for which a client is not asked again. */
export const askedDays = 7

const from = sql`prealerts a join clients c on c.id = a.client_id left join clients r on r.id = a.rival_id and r.deleted_at is null left join announced_package(a) p on true`

const isExpected = sql<SqlBool>`a.cancelled_at is null and p.id is null`
const askableOn = sql`((a.asked_at at time zone 'America/Managua')::date + ${sql.lit(askedDays)})`

const namedClient = (of: RawBuilder<unknown>) =>
  sql`json_build_object('id', ${of}.id, 'casillero', ${of}.casillero, 'name', concat_ws(' ', ${of}.first_name, ${of}.middle_name, ${of}.last_names))`

const columns = sql`
  a.id, ${namedClient(sql`c`)} as client, case when r.id is not null then ${namedClient(sql`r`)} end as rival,
  a.tracking, a.store, a.description, a.declared_value as "declaredValue", a.expected_on::text as "expectedOn",
  case when a.cancelled_at is not null then 'cancelled' when p.id is not null then 'received' else 'expected' end as state,
  case when ${isExpected} then app_today() - a.expected_on end as "daysLate",
  a.claim_note as "claimNote", a.asked_at as "askedAt", ${askableOn}::text as "askableOn", a.is_own as "isOwn",
  exists (select from received_files f where f.company_id = a.company_id and f.id = a.file_id and f.content is not null) as "hasFile",
  case when p.id is not null then json_build_object('id', p.id, 'companyPackageId', p.company_package_id) end as package,
  a.created_at as "createdAt", a.version`

const views: Record<PrealertView, { match: RawBuilder<SqlBool>; order: RawBuilder<unknown> }> = {
  expected: { match: isExpected, order: sql`a.expected_on nulls last, a.id` },
  late: { match: sql`${isExpected} and a.expected_on < app_today()`, order: sql`a.expected_on, a.id` },
  received: { match: sql`a.cancelled_at is null and p.id is not null`, order: sql`p.company_package_id desc, a.id` },
  all: { match: sql`true`, order: sql`a.id desc` },
}

type Filter = { view: PrealertView; search?: string | undefined; clientId?: string | undefined }

async function readRows(
  db: Db,
  { view, search = '', clientId }: Filter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
) {
  const { match, order } = views[view]
  const { rows } = await sql<Prealert & { total: number }>`
    select ${columns}, count(*) over ()::int as total from ${from}
    where ${match} and ${clientId === undefined ? sql`true` : sql`a.client_id = ${clientId}`}
      and ${matchesAll(sql`a.search_text || c.search_text`, searchPatterns(searchedText(search)))}
    order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows
}

/** docs/product/prealerts.md, "List". */
export async function listPrealerts(
  db: Db,
  query: Filter & Pick<ListQuery, 'page' | 'limit'>,
): Promise<{ data: Prealert[]; pagination: Pagination }> {
  const page = toPage(query)
  const rows = await readRows(db, query, page)
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, query, { limit: 1, offset: 0 }))[0])
  return { ...listed, data: listed.data.map(({ total: _, ...row }) => row) }
}

/** Part of a statement. */
export const lateCount = sql<number>`(
  select count(*)::int from prealerts a left join announced_package(a) p on true
  where ${isExpected} and a.expected_on < app_today())`

type Counts = { expected: number; late: number; askable: number }

/** Counts those expected, those late, and those that can be asked about. */
export async function countPrealerts(db: Db): Promise<Counts> {
  const isLate = sql`a.expected_on < app_today()`
  const { rows } = await sql<Counts>`
    select count(*)::int as expected, count(*) filter (where ${isLate})::int as late,
      count(*) filter (where ${isLate} and c.messages_allowed and coalesce(${askableOn} <= app_today(), true))::int as askable
    from ${from} where ${isExpected}`.execute(db)
  return rows[0] ?? { expected: 0, late: 0, askable: 0 }
}

/** Reads after locking, so that the second of two simultaneous calls finds what the first asked. */
export async function lockLate(db: Db): Promise<Prealert[]> {
  await sql`
    select from prealerts where cancelled_at is null and expected_on < app_today() order by id for update`.execute(db)
  const { match, order } = views.late
  const { rows } = await sql<Prealert>`select ${columns} from ${from} where ${match} order by ${order}`.execute(db)
  return rows
}

export async function getPrealert(db: Db, id: string): Promise<Prealert> {
  const { rows } = await sql<Prealert>`select ${columns} from ${from} where a.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found
}

const mostCopied = 5_000

/** Newest first, up to the number that a device keeps. */
export async function listExpected(db: Db): Promise<Prealert[]> {
  const { rows } = await sql<Prealert>`
    select ${columns} from ${from} where ${isExpected} order by a.id desc limit ${sql.lit(mostCopied)}`.execute(db)
  return rows
}

/** Throws `not_found`, `file_expired`. */
export async function getInvoiceFile(db: Db, id: string): Promise<FileOrder> {
  const row = await db.selectFrom('prealerts').select('file_id as fileId').where('id', '=', id).executeTakeFirst()
  if (!row?.fileId) throw new AppError('not_found')
  return await getFile(db, row.fileId)
}

/** Expects numbers as `readTracking` returns them. */
export async function findPrealerts(db: Db, trackings: string[]): Promise<Prealert[]> {
  const { rows } = await sql<Prealert>`
    select ${columns} from ${from} where a.tracking = any(${trackings}::text[]) and a.cancelled_at is null`.execute(db)
  return rows
}

/** Locks pre-alerts by ids, or living ones by numbers, and then reads them. */
export async function lockPrealerts(
  db: Db,
  { ids = [], trackings = [] }: { ids?: string[]; trackings?: string[] },
): Promise<Prealert[]> {
  const isAsked = sql<SqlBool>`(a.id = any(${ids}::uuid[]) or a.tracking = any(${trackings}::text[]) and a.cancelled_at is null)`
  await sql`select from prealerts a where ${isAsked} order by a.id for update`.execute(db)
  return (await sql<Prealert>`select ${columns} from ${from} where ${isAsked}`.execute(db)).rows
}

/** Undefined if none was announced. */
export const findPrealert = async (db: Db, tracking: string): Promise<Prealert | undefined> =>
  (await findPrealerts(db, [tracking]))[0]
