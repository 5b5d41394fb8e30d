import type { ConsignedPackage, ConsignedView } from '@casillero/shared/contract/consignments'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import { isMissing } from './consignment-view.ts'

type Window = { page?: number | undefined; limit?: number | undefined }

const isInvoiced = sql<boolean>`exists (
  select from invoice_items i where i.package_id = l.package_id and i.voided_at is null)`

/** The carrier's file bills the packages that it names. Typed pounds bill the list, without extra or lost packages. */
const hasBill = sql<boolean>`exists (
  select from consignment_bill_lines b where b.consignment_id = l.consignment_id and b.removed_at is null)`
const isOnBill = sql<boolean>`exists (
  select from consignment_bill_lines b
  where b.consignment_id = l.consignment_id and b.package_id = l.package_id and b.removed_at is null)`

const hasPounds = sql<boolean>`exists (
  select from consignments o where o.id = l.consignment_id and o.billed_weight is not null)`

/** docs/product/shipments.md, "Reconciliation". */
export const isUninvoiced = sql<boolean>`(not ${isInvoiced}
  and case when ${hasBill} then ${isOnBill} when ${hasPounds} then not l.is_extra and l.lost_at is null else false end)`
export const isUnbilled = sql<boolean>`(${isInvoiced}
  and case when ${hasBill} then not ${isOnBill} when ${hasPounds} then l.is_extra else false end)`

/** docs/product/shipments.md, "Reconciliation". */
const views: Record<ConsignedView, ReturnType<typeof sql<SqlBool>>> = {
  all: sql`true`,
  missing: sql`l.seen_at is null and l.lost_at is null`,
  seen: sql`l.seen_at is not null`,
  extra: sql`l.is_extra`,
  lost: sql`l.lost_at is not null`,
  unweighed: sql`coalesce(l.sent_weight, p.weight) is null`,
  not_invoiced: isUninvoiced,
  not_billed: isUnbilled,
}

const selectConsigned = (db: Db) =>
  db
    .selectFrom('packages as p')
    .leftJoin('consignment_packages as l', (join) =>
      join.onRef('l.package_id', '=', 'p.id').on('l.removed_at', 'is', null),
    )
    .leftJoin('consignments as g', 'g.id', 'l.consignment_id')
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .select([
      'p.id',
      'p.company_package_id as companyPackageId',
      sql<string | null>`coalesce(p.tracking, p.warehouse_tracking)`.as('tracking'),
      'c.id as clientId',
      'c.first_name as firstName',
      'c.last_names as lastNames',
      'c.casillero',
      sql<number | null>`coalesce(l.sent_weight, p.weight)`.as('weight'),
      'l.arrival_weight as arrivalWeight',
      's.id as statusId',
      's.name as statusName',
      sql<boolean>`coalesce(l.is_extra, false)`.as('isExtra'),
      'l.added_at as addedAt',
      'l.seen_at as seenAt',
      'l.lost_at as lostAt',
      'l.lost_reason as lostReason',
      'g.id as consignmentId',
      'g.company_consignment_id as companyShipmentId',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectConsigned>['executeTakeFirstOrThrow']>>

function toConsigned(row: Row): ConsignedPackage {
  const { clientId, firstName, lastNames, casillero, statusId, statusName, consignmentId, companyShipmentId } = row
  return {
    ...row,
    // The joins give all of the required columns or none.
    client:
      clientId === null || firstName === null || lastNames === null || casillero === null
        ? null
        : { id: clientId, firstName, lastNames, casillero },
    status: statusId === null || statusName === null ? null : { id: statusId, name: statusName },
    shipment: consignmentId === null || companyShipmentId === null ? null : { id: consignmentId, companyShipmentId },
  }
}

const readTotal = sql<number>`count(*) over ()`

/** Throws `not_found`. */
export async function listConsigned(
  db: Db,
  id: string,
  query: Window & { view: ConsignedView },
): Promise<{ data: ConsignedPackage[]; pagination: Pagination }> {
  const page = toPage(query)
  const inView = selectConsigned(db).where('l.consignment_id', '=', id).where(views[query.view])
  const [known, rows] = await Promise.all([
    db.selectFrom('consignments').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst(),
    inView
      .select(readTotal.as('total'))
      .orderBy(sql`case when ${sql.lit(query.view === 'seen')} then l.seen_at else l.added_at end`, 'desc')
      .orderBy('p.company_package_id', 'desc')
      .limit(sql.lit(page.limit))
      .offset(sql.lit(page.offset))
      .execute(),
  ])
  if (!known) throw new AppError('not_found')
  const counted = await pageWithTotal(page, rows, () =>
    db.selectFrom(inView.as('rows')).select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return { data: counted.data.map(toConsigned), pagination: counted.pagination }
}

/** Lists the longest missing first. */
export async function listMissing(
  db: Db,
  query: Window,
): Promise<{ data: ConsignedPackage[]; pagination: Pagination }> {
  const page = toPage(query)
  const missing = selectConsigned(db).where(isMissing)
  const rows = await missing
    .select(readTotal.as('total'))
    .orderBy('g.received_at')
    .orderBy('p.company_package_id')
    .limit(sql.lit(page.limit))
    .offset(sql.lit(page.offset))
    .execute()
  const counted = await pageWithTotal(page, rows, () =>
    db.selectFrom(missing.as('rows')).select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return { data: counted.data.map(toConsigned), pagination: counted.pagination }
}

/** Includes its consignment, if any. */
export async function getConsigned(db: Db, packageId: string): Promise<ConsignedPackage> {
  return toConsigned(await selectConsigned(db).where('p.id', '=', packageId).executeTakeFirstOrThrow())
}
