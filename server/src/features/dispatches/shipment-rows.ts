import type { InvoiceShipment, ShipmentStage } from '@casillero/shared/contract/dispatches'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { CreditLine } from '@casillero/shared/domain/handover'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type DispatchRules, decideShipmentPayment } from '@casillero/shared/domain/shipment-payment'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import { selectCreditLine } from '../clients/credit-line.ts'

const fromAway = (invoiceId: RawBuilder<unknown>) => sql`
  from invoice_items i join packages p on p.id = i.package_id left join statuses t on t.id = p.status_id
  where i.invoice_id = ${invoiceId} and i.voided_at is null and p.deleted_at is null and t.is_final_status is not true`

/** Selects packages that have not reached their client. */
export const selectAway = (invoiceId: RawBuilder<unknown>) =>
  sql<string[]>`array(select p.id ${fromAway(invoiceId)} order by p.id)`

const isAway = sql<boolean>`exists (select ${fromAway(sql`s.invoice_id`)})`

const stages: Record<ShipmentStage, RawBuilder<unknown>> = {
  to_send: sql`s.status <> 'shipped' and v.status <> 'cancelled' and ${isAway}`,
  sent: sql`s.status = 'shipped' and ${isAway}`,
  delivered: sql`v.status <> 'cancelled' and not ${isAway}`,
  all: sql`v.status <> 'cancelled'`,
}

/** The time of the last payment of a paid invoice, else of the invoice. */
const waitsSince = sql`(case when v.status = 'paid' then coalesce((
  select max(y.created_at) from invoice_payments y where y.invoice_id = v.id and y.reversed_at is null), v.created_at) else v.created_at end)`

type Filter = {
  status: ShipmentStage
  search?: string | undefined
  methodId?: string | undefined
  city?: string | undefined
  department?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Simplifies words as `searchText` does. */
const simplify = (text: RawBuilder<unknown>) => sql`translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`
const plainPlace = simplify(sql`concat_ws('|', s.shipping_city, s.shipping_department, s.shipping_address)`)

/** A text may name client, invoice, place, guide or carrier; a scanned code names the package. */
function matchSearch(search: string | undefined): RawBuilder<unknown> {
  if (search === undefined || search === '') return sql`true`
  const place = sql<string>`concat(c.search_text, d.search_text, '|', v.company_invoice_id, '|', ${plainPlace}, '|')`
  return sql`(${matchesAll(place, searchPatterns(search))} or exists (
    select from invoice_items i join packages p on p.id = i.package_id
    where i.invoice_id = s.invoice_id and i.voided_at is null
      and (p.tracking = ${readTracking(search).tracking} or p.label_code = ${readLabelCode(search)})))`
}

/** Joins invoice, client and dispatch. */
export const fromShipments = sql`
  invoice_shipments s
  join invoices v on v.id = s.invoice_id
  join clients c on c.id = v.client_id
  left join dispatch_shipments l on l.shipment_id = s.id and l.undone_at is null
  left join dispatches d on d.id = l.dispatch_id`

type Row = Omit<InvoiceShipment, 'stage' | 'payment'> & {
  isAway: boolean
  isSent: boolean
  rules: DispatchRules
  credit: CreditLine | null
}

const columns = sql`
  s.id,
  json_build_object('id', v.id, 'companyInvoiceId', v.company_invoice_id, 'status', v.status, 'pendingTotal', v.pending_total,
    'symbol', v.currency_symbol) as invoice,
  json_build_object('id', c.id, 'name', c.first_name || ' ' || c.last_names, 'casillero', c.casillero, 'phone', c.phone) as client,
  s.shipping_method_name as "methodName", s.shipping_address as address, s.shipping_city as city,
  s.shipping_department as department, s.comments,
  sums.count as "packageCount", sums.weight,
  s.status = 'shipped' as "isSent", ${isAway} as "isAway", ${waitsSince} as "waitsSince",
  case when d.id is not null then json_build_object('id', d.id, 'companyDispatchId', d.company_dispatch_id, 'carrier', d.carrier,
    'guide', d.guide, 'sentAt', d.created_at,
    'sentBy', (select u.full_name from users u where u.id = d.created_by), 'toCollect', l.to_collect) end as dispatch,
  (select json_build_object('requiresPayment', k.requires_paid_handover, 'allowsCashOnDelivery', k.allows_cash_on_delivery)
    from companies k) as rules,
  ${selectCreditLine(sql`c.credit_limit`, sql`c.id`)} as credit`

export const sumShipment = sql`
  cross join lateral (
    select count(*)::int as count, coalesce(sum(coalesce(i.weight, i.quantity)), 0) as weight
    from invoice_items i where i.invoice_id = s.invoice_id) sums`

function toShipment({ isAway: isOpen, isSent, rules, credit, ...row }: Row): InvoiceShipment {
  const isCollected = row.dispatch?.toCollect != null
  const sent = isCollected ? 'collect' : credit === null ? 'unpaid' : 'credit'
  const isPaid = row.invoice.status === 'paid'
  return {
    ...row,
    stage: isOpen ? (isSent ? 'sent' : 'to_send') : 'delivered',
    payment: isSent && !isPaid ? sent : decideShipmentPayment(rules, row.invoice, credit),
  }
}

/** The Managua day on which a shipment left, else since which it waits. */
const shipmentDay = sql`coalesce(d.sent_on, (${waitsSince} at time zone 'America/Managua')::date)`

const matchIf = (value: string | undefined, match: (value: string) => RawBuilder<unknown>) =>
  value === undefined ? sql`true` : match(value)

/** Filters shipments `s`. */
export const matchShipments = ({ status, search, methodId, city, department, from, to }: Filter) => sql`
  ${stages[status]} and ${matchSearch(search)}
  and ${matchIf(methodId, (id) => sql`s.shipping_method_id = ${id}`)}
  and ${matchIf(city, (name) => sql`${simplify(sql`s.shipping_city`)} = ${simplify(sql`${name}::text`)}`)}
  and ${matchIf(department, (name) => sql`${simplify(sql`s.shipping_department`)} = ${simplify(sql`${name}::text`)}`)}
  and ${matchIf(from, (day) => sql`${shipmentDay} >= ${day}::date`)}
  and ${matchIf(to, (day) => sql`${shipmentDay} <= ${day}::date`)}`

/** Waiting ones: the longest wait first. Sent ones: the last sent first. */
export const orderShipments = ({ status }: Filter) =>
  status === 'to_send' ? sql`${waitsSince}, s.id` : sql`d.created_at desc nulls last, s.id desc`

async function readRows(db: Db, filter: Filter, { limit, offset }: Pick<Page, 'limit' | 'offset'>) {
  const { rows } = await sql<Row & { total: number }>`
    select ${columns}, count(*) over ()::int as total from ${fromShipments} ${sumShipment}
    where ${matchShipments(filter)}
    order by ${orderShipments(filter)}
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows
}

/** docs/product/dispatches.md, "Envíos". */
export async function listShipments(
  db: Db,
  query: Filter & { page?: number | undefined; limit?: number | undefined },
): Promise<{ data: InvoiceShipment[]; pagination: Pagination }> {
  const page = toPage(query)
  const rows = await readRows(db, query, page)
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, query, { limit: 1, offset: 0 }))[0])
  return { ...listed, data: listed.data.map(({ total: _, ...row }) => toShipment(row)) }
}

export async function countShipments(db: Db): Promise<{ toSend: number; sent: number }> {
  const { rows } = await sql<{ toSend: number; sent: number }>`
    select count(*) filter (where ${stages.to_send})::int as "toSend", count(*) filter (where ${stages.sent})::int as sent
    from invoice_shipments s join invoices v on v.id = s.invoice_id`.execute(db)
  return rows[0] ?? { toSend: 0, sent: 0 }
}

/** Names each place as most clerks wrote it. */
export async function listPlaces(db: Db): Promise<{ cities: string[]; departments: string[] }> {
  const selectNames = (column: RawBuilder<unknown>) => sql`array(
    select name from (
      select mode() within group (order by ${column}) as name from invoice_shipments s
      where ${column} <> '' group by ${simplify(column)} order by count(*) desc, name limit 100) named
    order by ${simplify(sql`name`)})`
  const { rows } = await sql<{ cities: string[]; departments: string[] }>`
    select ${selectNames(sql`s.shipping_city`)} as cities, ${selectNames(sql`s.shipping_department`)} as departments`.execute(
    db,
  )
  return rows[0] ?? { cities: [], departments: [] }
}

/** Ordered by their place in the dispatch. */
async function readShipments(db: Db, which: RawBuilder<unknown>): Promise<InvoiceShipment[]> {
  const { rows } =
    await sql<Row>`select ${columns} from ${fromShipments} ${sumShipment} where ${which} order by l.position, s.id`.execute(
      db,
    )
  return rows.map(toShipment)
}

/** Returns them in no order, without those that the company does not have. */
export const listNamed = (db: Db, ids: string[]): Promise<InvoiceShipment[]> =>
  readShipments(db, sql`s.id = any(${ids}::uuid[])`)

export async function getShipment(db: Db, id: string): Promise<InvoiceShipment> {
  const [shipment] = await readShipments(db, sql`s.id = ${id}`)
  if (!shipment) throw new AppError('not_found')
  return shipment
}

/** Includes those of an undone dispatch. */
export const listDispatched = (db: Db, dispatchId: string): Promise<InvoiceShipment[]> =>
  readShipments(db, sql`s.id in (select x.shipment_id from dispatch_shipments x where x.dispatch_id = ${dispatchId})`)
