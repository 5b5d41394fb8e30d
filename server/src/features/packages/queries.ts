import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import { anyOf } from '../../platform/any-of.ts'
import { findLiveCount } from '../../platform/counters.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, type Page, pageOf, pageWithTotal } from '../../platform/list.ts'
import { prepare } from '../../platform/prepare.ts'
import { selectPackages, toPackage } from './package-view.ts'

type PackageFilter = {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
  clientId?: string | undefined
  statusId?: string | undefined
  invoiced?: boolean | undefined
}

type Window = Pick<Page, 'limit' | 'offset'>

const hits = (patterns: string[], filter: PackageFilter, { limit, offset }: Window) =>
  sql<{ id: string; total: number }>`search_packages(
    ${patterns}::text[], ${filter.clientId ?? null}::uuid, ${filter.statusId ?? null}::uuid,
    ${filter.invoiced ?? null}::boolean, ${limit}, ${offset})`.as<'hit'>('hit')

/** The page is cut before anything is joined: under row-level security the planner would join it all. */
const selectPage = (db: Db, page: Window) =>
  selectPackages(db, (all) => cutPage(all.orderBy('company_package_id', 'desc'), page))
    .select(findLiveCount('package').as('total'))
    .orderBy('p.company_package_id', 'desc')

const firstPage = prepare((db, _, limit) => selectPage(db, { limit, offset: 0 }))

const plainPage = (db: Db, page: Window) =>
  page.offset === 0 ? firstPage(db, {}, page.limit) : selectPage(db, page).execute()

/** Newest first. */
export async function listPackages(
  db: Db,
  filter: PackageFilter,
): Promise<{ data: CourierPackage[]; pagination: Pagination }> {
  const page = pageOf(filter)
  const patterns = searchPatterns(filter.search ?? '')
  const isPlain =
    patterns.length === 0 &&
    filter.clientId === undefined &&
    filter.statusId === undefined &&
    filter.invoiced === undefined
  const rows = isPlain
    ? await plainPage(db, page)
    : await selectPackages(db, (all) => all)
        .innerJoin(hits(patterns, filter, page), 'hit.id', 'p.id')
        .select('hit.total')
        .orderBy('p.company_package_id', 'desc')
        .execute()
  const counted = await pageWithTotal(page, rows, () =>
    isPlain
      ? db.selectNoFrom(findLiveCount('package').as('total')).executeTakeFirst()
      : db
          .selectFrom(hits(patterns, filter, { limit: 1, offset: 0 }))
          .select('hit.total')
          .executeTakeFirst(),
  )
  return { data: counted.data.map(toPackage), pagination: counted.pagination }
}

const onePackage = prepare((db, { id }: { id: string }) => selectPackages(db, (all) => all.where('id', '=', id)))

/** A living package with all that belongs to it. Throws `not_found`. */
export async function getPackage(db: Db, id: string): Promise<CourierPackage> {
  const [row] = await onePackage(db, { id })
  if (!row) throw new AppError('not_found')
  return toPackage(row)
}

const lockedColumns = [
  'id',
  'company_package_id as companyPackageId',
  'client_id as clientId',
  'tariff_id as tariffId',
  'status_id as statusId',
  'shipping_method as shippingMethod',
  'price_per_pound as pricePerPound',
  'version',
] as const

/** The living package with its row lock. Throws `not_found`. */
export async function lockPackage(db: Db, id: string) {
  const row = await db
    .selectFrom('packages')
    .select(lockedColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

export type LiveInvoiceItem = { packageId: string; companyPackageId: number; companyInvoiceId: number }

/** The live invoice lines of packages; asked after their rows are locked, so that a faster clerk's invoice is seen. */
export function findLiveInvoiceItems(db: Db, packageIds: string[]): Promise<LiveInvoiceItem[]> {
  return db
    .selectFrom('invoice_items as i')
    .innerJoin('invoices as v', 'v.id', 'i.invoice_id')
    .select([
      'i.package_id as packageId',
      'i.company_package_id as companyPackageId',
      'v.company_invoice_id as companyInvoiceId',
    ])
    .where('i.package_id', '=', anyOf(packageIds))
    .where('i.voided_at', 'is', null)
    .orderBy('i.company_package_id')
    .execute()
}

/** Throws `package_invoiced` when a live invoice has the (locked) package. */
export async function refuseInvoiced(db: Db, packageId: string): Promise<void> {
  const [item] = await findLiveInvoiceItems(db, [packageId])
  if (item) {
    throw new AppError('package_invoiced', {
      values: { number: item.companyPackageId, invoice: item.companyInvoiceId },
    })
  }
}

/** The newest living package with this tracking in either place. */
export function findSameTracking(db: Db, query: { tracking: string; exceptId?: string | undefined }) {
  const { tracking, exceptId } = query
  return db
    .selectFrom('packages')
    .select(['id', 'company_package_id as companyPackageId'])
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('tracking', '=', tracking), where('warehouse_tracking', '=', tracking)]))
    .$if(exceptId !== undefined, (rows) => rows.where('id', '!=', exceptId ?? ''))
    .orderBy('company_package_id', 'desc')
    .executeTakeFirst()
}

/** A renamed client's packages are found by the new name. */
export async function refreshPackagesOfClient(db: Db, clientId: string, clientSearchText: string): Promise<void> {
  await db
    .updateTable('packages')
    .set({ client_search_text: clientSearchText })
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .execute()
}
