import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { labelCodeOf } from '@casillero/shared/domain/label-code'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { anyOf } from '../../platform/database/any-of.ts'
import { selectLiveCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { cutPage, type Page, pageOf, pageWithTotal } from '../../platform/database/list.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError } from '../../platform/errors.ts'
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
type Search = { patterns: string[]; labelCode: string | null }

type Hit = { id: string; total: number }

const searched = (patterns: string[], filter: PackageFilter, { limit, offset }: Window) => sql<Hit>`search_packages(
    ${patterns}::text[], ${filter.clientId ?? null}::uuid, ${filter.statusId ?? null}::uuid,
    ${filter.invoiced ?? null}::boolean, ${limit}, ${offset})`

/** What a search finds: the one package of the label whose code it is, else all that hold its words. */
function hits({ patterns, labelCode }: Search, filter: PackageFilter, page: Window) {
  if (labelCode === null) return searched(patterns, filter, page).as<'hit'>('hit')
  const { clientId = null, statusId = null, invoiced = null } = filter
  return sql<Hit>`(
    with labelled as materialized (
      select p.id from packages p where p.label_code = ${labelCode} and p.deleted_at is null
        and (${clientId}::uuid is null or p.client_id = ${clientId}) and (${statusId}::uuid is null or p.status_id = ${statusId})
        and (${invoiced}::boolean is null
          or ${invoiced} = exists (select from invoice_items i where i.package_id = p.id and i.voided_at is null))
    )
    select id, 1 as total from labelled where ${page.offset} = 0
    union all
    select found.* from ${searched(patterns, filter, page)} found where not exists (select from labelled))`.as<'hit'>(
    'hit',
  )
}

const living = (db: Db) => db.selectFrom('packages').selectAll().where('deleted_at', 'is', null)

/** Cuts the page before anything is joined: under row-level security the planner would join all rows. */
const selectPage = (db: Db, page: Window) =>
  selectPackages(db, cutPage(living(db).orderBy('company_package_id', 'desc'), page))
    .select(selectLiveCount('package').as('total'))
    .orderBy('p.company_package_id', 'desc')

const firstPage = prepare((db, _, limit) => selectPage(db, { limit, offset: 0 }))

const plainPage = (db: Db, page: Window) =>
  page.offset === 0 ? firstPage(db, {}, page.limit) : selectPage(db, page).execute()

/** Fetches each hit of a search by its id: with a plain join the planner may read the whole company. */
function foundPage(db: Db, search: Search, filter: PackageFilter, page: Window) {
  const found = db
    .selectFrom(hits(search, filter, page))
    .innerJoinLateral(
      (one) =>
        one.selectFrom('packages').selectAll().whereRef('packages.id', '=', 'hit.id').limit(sql.lit(1)).as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .select('hit.total')
  return selectPackages(db, found)
    .select(sql<number>`p.total`.as('total'))
    .orderBy('p.company_package_id', 'desc')
    .execute()
}

/** Lists packages, newest first. */
export async function listPackages(
  db: Db,
  filter: PackageFilter,
): Promise<{ data: CourierPackage[]; pagination: Pagination }> {
  const page = pageOf(filter)
  const text = filter.search ?? ''
  const search = { patterns: searchPatterns(searchedText(text)), labelCode: labelCodeOf(text) }
  const isPlain =
    search.patterns.length === 0 &&
    filter.clientId === undefined &&
    filter.statusId === undefined &&
    filter.invoiced === undefined
  const rows = isPlain ? await plainPage(db, page) : await foundPage(db, search, filter, page)
  const counted = await pageWithTotal(page, rows, () =>
    isPlain
      ? db.selectNoFrom(selectLiveCount('package').as('total')).executeTakeFirst()
      : db
          .selectFrom(hits(search, filter, { limit: 1, offset: 0 }))
          .select('hit.total')
          .executeTakeFirst(),
  )
  return { data: counted.data.map(toPackage), pagination: counted.pagination }
}

const onePackage = prepare((db, { id }: { id: string }) => selectPackages(db, living(db).where('id', '=', id)))

/** Gets a package with its client, status and tariff. Throws `not_found`. */
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
  'weight',
  'version',
] as const

/** Locks a package. Throws `not_found`. */
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

const liveInvoiceItems = prepare((db, { packageIds }: { packageIds: string[] }) =>
  db
    .selectFrom('invoice_items as i')
    .innerJoin('invoices as v', 'v.id', 'i.invoice_id')
    .select([
      'i.package_id as packageId',
      'i.company_package_id as companyPackageId',
      'v.company_invoice_id as companyInvoiceId',
    ])
    .where('i.package_id', '=', anyOf(packageIds))
    .where('i.voided_at', 'is', null)
    .orderBy('i.company_package_id'),
)

/** Lists the live invoice lines of packages; called after their rows are locked, so that a concurrent invoice is seen. */
export const listLiveInvoiceItems = (db: Db, packageIds: string[]): Promise<LiveInvoiceItem[]> =>
  liveInvoiceItems(db, { packageIds })

/** Throws `package_invoiced` when a live invoice has the (locked) package. */
export async function refuseInvoiced(db: Db, packageId: string): Promise<void> {
  const [item] = await listLiveInvoiceItems(db, [packageId])
  if (item) {
    throw new AppError('package_invoiced', {
      values: { number: item.companyPackageId, invoice: item.companyInvoiceId },
    })
  }
}

/** Finds the newest package with this tracking, as the carrier's or the warehouse's. */
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
