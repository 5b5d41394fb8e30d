import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import type { Voucher, VoucherState } from '@casillero/shared/contract/vouchers'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getFile } from '../received-files/received-files.ts'

const selectName = (client: 'c' | 'oc') =>
  sql`concat_ws(' ', ${sql.table(client)}.first_name, ${sql.table(client)}.middle_name, ${sql.table(client)}.last_names)`

/** What is in a reference: letters and digits, without the word before it and zeros in front. */
const readReference = (reference: RawBuilder<unknown>) => sql`
  nullif(ltrim(regexp_replace(regexp_replace(lower(${reference}),
    '^([^a-z0-9]*(referencia|ref|numero|num|nro|no|transferencia|transf|comprobante)(?![a-z]))+', ''),
    '[^a-z0-9]', '', 'g'), '0'), '')`

const readDay = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'America/Managua')::date`

/** The amount narrows first, by an index. */
const ofAmount = sql`lateral find_payments_of_amount(s.total, s.currency_id) same`

const isTwin = (client: RawBuilder<unknown>) => sql`
  (op.reference is null or s.reference is null or op.reference <> s.reference)
  and (${readReference(sql`op.reference`)} = ${readReference(sql`s.reference`)}
    or ${client} = v.client_id and op.method = 'transfer' and (op.reference is null or s.reference is null)
      and ${readDay(sql`op.created_at`)} = ${readDay(sql`v.created_at`)})`

const nameTwin = sql`case when op.reference is null or s.reference is null then 'amount' else 'reference' end`

/**
 * Uses in registered vouchers, and in payments that count.
 * @param sent rows of reference, total and currency_id that the voucher `v` proves
 */
const selectUses = (voucherId: RawBuilder<unknown>, digest: RawBuilder<unknown>, sent: RawBuilder<unknown>) => sql`
  select 'file' as by, ov.decided_at as at, ${selectName('oc')} as "clientName", ok.id as "collectionId",
         ok.company_collection_id as "companyCollectionId"
  from received_files f2
  join vouchers ov on ov.file_id = f2.id and ov.state = 'accepted' and ov.id <> ${voucherId}
  join collections ok on ok.id = ov.collection_id and ok.reversed_at is null
  join clients oc on oc.id = ov.client_id
  where f2.digest = ${digest}
  union all
  select 'reference', ok.created_at, ${selectName('oc')}, ok.id, ok.company_collection_id
  from collection_payments op
  join collections ok on ok.id = op.collection_id
  join clients oc on oc.id = ok.client_id
  where op.reference in (select s.reference from (${sent}) s) and op.reversed_at is null
  union all
  select 'reference', op.created_at, ${selectName('oc')}, null, null
  from invoice_payments op
  join invoices oi on oi.id = op.invoice_id
  join clients oc on oc.id = oi.client_id
  where op.reference in (select s.reference from (${sent}) s) and op.reversed_at is null and op.collection_payment_id is null
  union all
  select ${nameTwin}, ok.created_at, ${selectName('oc')}, ok.id, ok.company_collection_id
  from (${sent}) s cross join ${ofAmount} join collection_payments op on op.id = same
  join collections ok on ok.id = op.collection_id
  join clients oc on oc.id = ok.client_id
  where ${isTwin(sql`ok.client_id`)}
  union all
  select ${nameTwin}, op.created_at, ${selectName('oc')}, null, null
  from (${sent}) s cross join ${ofAmount} join invoice_payments op on op.id = same
  join invoices oi on oi.id = op.invoice_id
  join clients oc on oc.id = oi.client_id
  where ${isTwin(sql`oi.client_id`)}`

const from = sql`
  vouchers v
  join clients c on c.id = v.client_id
  join received_files f on f.id = v.file_id
  left join currencies m on m.id = v.currency_id
  left join collections k on k.id = v.collection_id
  left join users u on u.id = v.decided_by`

const columns = sql`
  v.id, json_build_object('id', c.id, 'casillero', c.casillero, 'name', ${selectName('c')}) as client, v.source,
  json_build_object('kind', f.kind, 'isExpired', f.content is null) as file,
  v.amount, case when m.id is not null then json_build_object('id', m.id, 'code', m.code, 'symbol', m.symbol) end as currency,
  v.reference, v.state,
  case when v.state = 'pending' then (
    select json_build_object('by', o.by, 'at', o.at, 'clientName', o."clientName", 'collection',
      case when o."collectionId" is not null then json_build_object(
        'id', o."collectionId", 'companyCollectionId', o."companyCollectionId") end)
    from (${selectUses(sql`v.id`, sql`f.digest`, sql`select v.reference, v.amount as total, v.currency_id`)}) o order by o.at limit 1) end as repeated,
  case when k.id is not null then json_build_object('id', k.id, 'companyCollectionId', k.company_collection_id) end as collection,
  v.repeat_reason as "repeatReason", v.reject_reason as "rejectReason",
  case when u.id is not null then json_build_object('fullName', u.full_name) end as "decidedBy",
  v.decided_at as "decidedAt", v.created_at as "createdAt", v.version`

type Filter = { state: VoucherState; search?: string | undefined; clientId?: string | undefined }

async function readRows(
  db: Db,
  { state, search = '', clientId }: Filter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
) {
  const { rows } = await sql<Voucher & { total: number }>`
    select ${columns}, count(*) over ()::int as total from ${from}
    where ${state === 'pending' ? sql`v.state = 'pending'` : sql`v.state in ('accepted', 'rejected')`}
      and ${clientId === undefined ? sql`true` : sql`v.client_id = ${clientId}`}
      and ${matchesAll(sql`c.search_text`, searchPatterns(search))}
    order by coalesce(v.decided_at, v.created_at) desc, v.id desc
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows
}

/** docs/product/vouchers.md, "Verifying". */
export async function listVouchers(
  db: Db,
  query: Filter & Pick<ListQuery, 'page' | 'limit'>,
): Promise<{ data: Voucher[]; pagination: Pagination }> {
  const page = toPage(query)
  const rows = await readRows(db, query, page)
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, query, { limit: 1, offset: 0 }))[0])
  return { ...listed, data: listed.data.map(({ total: _, ...row }) => row) }
}

/** Counts those of the company or of one client. */
export async function countVouchers(db: Db, clientId: string | undefined): Promise<{ pending: number }> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from vouchers v
    where v.state = 'pending' and ${clientId === undefined ? sql`true` : sql`v.client_id = ${clientId}`}`.execute(db)
  return rows[0] ?? { pending: 0 }
}

export async function getVoucher(db: Db, id: string): Promise<Voucher> {
  const { rows } = await sql<Voucher>`select ${columns} from ${from} where v.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found
}

type SentPayment = { reference: string | null; total: number; currencyId: string }

/** Says whether its file, or one of the payments that it proves, was used before. */
export async function isRepeated(db: Db, id: string, payments: readonly SentPayment[]): Promise<boolean> {
  const sent = sql`
    select * from unnest(${payments.map(({ reference }) => reference)}::text[], ${payments.map(({ total }) => total)}::numeric[],
      ${payments.map(({ currencyId }) => currencyId)}::uuid[]) as x (reference, total, currency_id)`
  const { rows } = await sql`
    select from vouchers v join received_files f on f.id = v.file_id
    where v.id = ${id} and exists (${selectUses(sql`v.id`, sql`f.digest`, sent)})`.execute(db)
  return rows.length > 0
}

/** Throws `not_found`, `file_expired`. */
export async function getVoucherFile(db: Db, id: string): Promise<FileOrder> {
  const row = await db.selectFrom('vouchers').select('file_id as fileId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return await getFile(db, row.fileId)
}
