import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { CourierPackage, packageEndpoints } from '@casillero/shared/contract/packages'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { readTracking, searchedText } from '@casillero/shared/domain/tracking-code'
import { type RawBuilder, sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { selectLiveCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  countHits,
  type FilteredRows,
  type Hit,
  type HitsValues,
  hitsValues,
  isUnfiltered,
  oneHit,
  selectHits,
} from '../../platform/database/filter.ts'
import { cutPage, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError } from '../../platform/errors.ts'
import type { Input } from '../../platform/http/endpoint.ts'
import { selectPackages, toPackage } from './read/package-view.ts'
import { type KeptPackage, lockKept } from './save/kept-package.ts'

type PackageFilter = Input<typeof packageEndpoints.list>['query']
type Window = Pick<Page, 'limit' | 'offset'>
type Search = { worded: FilteredRows; labelled: FilteredRows | null }

/** Selects the one package of a label, else all that hold the words. */
export function matchingPackages({ page: _, limit: __, search = '', ...criteria }: PackageFilter): Search {
  const labelCode = readLabelCode(search)
  return {
    worded: { list: 'packages', patterns: searchPatterns(searchedText(search)), criteria },
    labelled: labelCode === null ? null : { list: 'packages', patterns: [], criteria: { ...criteria, labelCode } },
  }
}

/** Selects the one package of a label, else what the words find. */
const labelledHits = (worded: HitsValues, labelled: FilteredRows) =>
  sql<Hit>`(
    with labelled as materialized (select * from ${selectHits('packages', hitsValues(labelled, oneHit))})
    select * from labelled where ${worded.offset} = 0
    union all
    select found.* from ${selectHits('packages', worded)} found where not exists (select from labelled))`

const living = (db: Db) => db.selectFrom('packages').selectAll().where('deleted_at', 'is', null)

type Direction = 'asc' | 'desc'

/** Cuts the page before joining: under row-level security the planner would join all rows. */
const selectPage = (db: Db, page: Window, direction: Direction) =>
  selectPackages(db, cutPage(living(db).orderBy('company_package_id', direction), page))
    .select(selectLiveCount('package').as('total'))
    .orderBy('p.company_package_id', direction)

const firstPage = prepare((db, _, limit) => selectPage(db, { limit, offset: 0 }, 'desc'))

/** With a plain join the planner may read the whole company. */
function foundPage(db: Db, hits: RawBuilder<Hit>) {
  const found = db
    .selectFrom(hits.as<'hit'>('hit'))
    .innerJoinLateral(
      (one) =>
        one.selectFrom('packages').selectAll().whereRef('packages.id', '=', 'hit.id').limit(sql.lit(1)).as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .select(['hit.total', 'hit.place'])
  return selectPackages(db, found).orderBy(sql`p.place`)
}

const countedPage = prepare((db, values: HitsValues) =>
  foundPage(db, selectHits('packages', values)).select(selectLiveCount('package').as('total')),
)

/** A sort by time in the status runs as a search, for this page alone. */
function plainPage(db: Db, { worded }: Search, page: Window, sort: PackageFilter['sort']) {
  if (page.offset === 0 && (sort === undefined || sort === '-number')) return firstPage(db, {}, page.limit)
  if (sort === undefined || sort === '-number') return selectPage(db, page, 'desc').execute()
  if (sort === 'number') return selectPage(db, page, 'asc').execute()
  return countedPage(db, hitsValues(worded, page, page.offset + page.limit))
}

const withTotal = (db: Db, hits: RawBuilder<Hit>) => foundPage(db, hits).select(sql<number>`p.total`.as('total'))

const filteredPage = prepare((db, values: HitsValues) => withTotal(db, selectHits('packages', values)))

/** Selects a page of what the filters leave. */
function matchingPage(db: Db, { worded, labelled }: Search, page: Window) {
  const values = hitsValues(worded, page)
  return labelled === null ? filteredPage(db, values) : withTotal(db, labelledHits(values, labelled)).execute()
}

function countMatching(db: Db, { worded, labelled }: Search) {
  if (labelled === null) return countHits(db, worded)
  const hits = labelledHits(hitsValues(worded, oneHit), labelled)
  return db.selectFrom(hits.as<'hit'>('hit')).select('hit.total').executeTakeFirst()
}

/** Newest first unless asked otherwise. */
export async function listPackages(
  db: Db,
  query: PackageFilter,
): Promise<{ data: CourierPackage[]; pagination: Pagination }> {
  const page = toPage(query)
  const search = matchingPackages(query)
  const isPlain = isUnfiltered(search.worded.patterns, search.worded.criteria)
  const rows = isPlain ? await plainPage(db, search, page, query.sort) : await matchingPage(db, search, page)
  const counted = await pageWithTotal(page, rows, () =>
    isPlain ? db.selectNoFrom(selectLiveCount('package').as('total')).executeTakeFirst() : countMatching(db, search),
  )
  return { data: counted.data.map(toPackage), pagination: counted.pagination }
}

const onePackage = prepare((db, { id }: { id: string }) => selectPackages(db, living(db).where('id', '=', id)))

export async function getPackage(db: Db, id: string): Promise<CourierPackage> {
  const [row] = await onePackage(db, { id })
  if (!row) throw new AppError('not_found')
  return toPackage(row)
}

export async function lockPackage(db: Db, id: string): Promise<KeptPackage> {
  const [row] = await lockKept(db, [id])
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
    .where('i.package_id', '=', matchAny(packageIds))
    .where('i.voided_at', 'is', null)
    .orderBy('i.company_package_id'),
)

/** Called after their rows are locked, so that a concurrent invoice is seen. */
export const listLiveInvoiceItems = (db: Db, packageIds: string[]): Promise<LiveInvoiceItem[]> =>
  liveInvoiceItems(db, { packageIds })

/** Throws `package_invoiced` if there is a live invoice line. */
export function requireUninvoiced(item: LiveInvoiceItem | undefined): void {
  if (!item) return
  throw new AppError('package_invoiced', { values: { number: item.companyPackageId, invoice: item.companyInvoiceId } })
}

/** Throws `package_invoiced`. Requires a lock on the package. */
export async function refuseInvoiced(db: Db, packageId: string): Promise<void> {
  const [item] = await listLiveInvoiceItems(db, [packageId])
  requireUninvoiced(item)
}

/** Finds the newest, by the carrier's or the warehouse's number. */
export function findSameTracking(db: Db, query: { tracking: string; exceptId?: string | undefined }) {
  const { exceptId } = query
  const { tracking } = readTracking(query.tracking)
  return db
    .selectFrom('packages')
    .select(['id', 'company_package_id as companyPackageId'])
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('tracking', '=', tracking), where('warehouse_tracking', '=', tracking)]))
    .$if(exceptId !== undefined, (rows) => rows.where('id', '!=', exceptId ?? ''))
    .orderBy('company_package_id', 'desc')
    .executeTakeFirst()
}
