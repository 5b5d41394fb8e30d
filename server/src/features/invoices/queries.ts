import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { Invoice, InvoiceRow, invoiceEndpoints } from '@casillero/shared/contract/invoices'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type AliasableExpression, type Selectable, sql } from 'kysely'
import { selectLiveCount, selectTotalCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  countHits,
  type FilteredRows,
  type Hit,
  type HitsValues,
  hitsValues,
  isUnfiltered,
  selectHits,
} from '../../platform/database/filter.ts'
import { cutPage, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { prepare } from '../../platform/database/prepare.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import type { Input } from '../../platform/http/endpoint.ts'
import {
  changeColumns,
  chargeColumns,
  invoiceColumns,
  itemColumns,
  netChanges,
  paymentColumns,
  shipmentColumns,
  toInvoice,
  toInvoiceRow,
} from './invoice-view.ts'

type InvoiceFilter = Input<typeof invoiceEndpoints.list>['query']
type Window = Pick<Page, 'limit' | 'offset'>

const isWithVoided = (filter: InvoiceFilter) => filter.includeVoided === true || filter.status === 'cancelled'

export const matchingInvoices = ({ page: _, limit: __, search = '', ...filter }: InvoiceFilter): FilteredRows => ({
  list: 'invoices',
  patterns: searchPatterns(search),
  criteria: { ...filter, includeVoided: isWithVoided(filter) },
})

type PageRow = Selectable<Tables['invoices']> & Pick<Hit, 'total' | 'place'>

/** Cuts the page before joining: under row-level security the planner would join all rows. */
const plainPage = (db: Db, filter: InvoiceFilter, page: Window): AliasableExpression<PageRow> =>
  cutPage(
    db
      .selectFrom('invoices')
      .selectAll()
      .select(selectTotal(filter).as('total'))
      .select(
        (filter.sort === 'number' ? sql<number>`company_invoice_id` : sql<number>`-company_invoice_id`).as('place'),
      )
      .$if(!isWithVoided(filter), (rows) => rows.where('voided_at', 'is', null))
      .orderBy('company_invoice_id', filter.sort === 'number' ? 'asc' : 'desc'),
    page,
  )

/** With a plain join the planner may read the whole company. */
const foundPage = (db: Db, values: HitsValues): AliasableExpression<PageRow> =>
  db
    .selectFrom(selectHits('invoices', values).as<'hit'>('hit'))
    .innerJoinLateral(
      (one) =>
        one.selectFrom('invoices').selectAll().whereRef('invoices.id', '=', 'hit.id').limit(sql.lit(1)).as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .select(['hit.total', 'hit.place'])

const selectTotal = (filter: InvoiceFilter) =>
  isWithVoided(filter) ? selectTotalCount('invoice') : selectLiveCount('invoice')

/** Adds the user who made each. */
const selectRows = (db: Db, page: AliasableExpression<PageRow>) =>
  db
    .selectFrom(page.as('invoices'))
    .innerJoin('users', 'users.id', 'invoices.created_by')
    .select(invoiceColumns)
    .select(['users.full_name as createdByName', 'invoices.total'])
    .orderBy('invoices.place')

const filteredPage = prepare((db, values: HitsValues) => selectRows(db, foundPage(db, values)))

/** Newest first unless asked otherwise; voided ones only on request. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter,
): Promise<{ data: InvoiceRow[]; pagination: Pagination }> {
  const page = toPage(filter)
  const matching = matchingInvoices(filter)
  const { includeVoided: _, ...criteria } = matching.criteria
  const isPlain = isUnfiltered(matching.patterns, criteria)
  const rows = isPlain
    ? await selectRows(db, plainPage(db, filter, page)).execute()
    : await filteredPage(db, hitsValues(matching, page))
  const counted = await pageWithTotal(page, rows, () =>
    isPlain ? db.selectNoFrom(selectTotal(filter).as('total')).executeTakeFirst() : countHits(db, matching),
  )
  return { data: counted.data.map(toInvoiceRow), pagination: counted.pagination }
}

const listPayments = (db: Db, id: string) =>
  db
    .selectFrom('invoice_payments')
    .leftJoin('users', 'users.id', 'invoice_payments.reversed_by')
    .leftJoin(
      (own) =>
        own
          .selectFrom('collection_payments')
          .innerJoin('collections', 'collections.id', 'collection_payments.collection_id')
          .select(['collection_payments.id', 'collections.id as collectionId'])
          .select('collections.company_collection_id as companyCollectionId')
          .as('part'),
      (join) => join.onRef('part.id', '=', 'invoice_payments.collection_payment_id'),
    )
    .select(paymentColumns)
    .select(['users.full_name as reversedBy', 'part.collectionId', 'part.companyCollectionId'])
    .where('invoice_id', '=', id)
    .orderBy('invoice_payments.id')
    .execute()

const liveChanges = (db: Db, id: string) =>
  db
    .selectFrom('invoice_changes')
    .select(changeColumns)
    .select('shrinks_id as shrinksId')
    .where('invoice_id', '=', id)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()

/** Includes packages that left before they were invoiced. */
const listItems = (db: Db, id: string) =>
  db
    .selectFrom('invoice_items')
    .select(itemColumns)
    .select(
      sql<number | null>`(
        select h.company_handover_id from handover_packages p join handovers h on h.company_id = p.company_id and h.id = p.handover_id
        where p.package_id = invoice_items.package_id and p.undone_at is null
          and (p.invoice_id = invoice_items.invoice_id or invoice_items.voided_at is null))`.as('companyHandoverId'),
    )
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute()

const isShared = sql<boolean>`exists (
  select from invoice_links l where l.invoice_id = invoices.id and l.revoked_at is null)`

/** Throws `not_found`. */
export async function getInvoice(db: Db, id: string): Promise<Invoice> {
  const [row, items, charges, shipments, payments, changes] = await Promise.all([
    db
      .selectFrom('invoices')
      .innerJoin('users', 'users.id', 'invoices.created_by')
      .select(invoiceColumns)
      .select('users.full_name as createdByName')
      .select(isShared.as('isShared'))
      .where('invoices.id', '=', id)
      .executeTakeFirst(),
    listItems(db, id),
    db.selectFrom('invoice_charges').select(chargeColumns).where('invoice_id', '=', id).orderBy('position').execute(),
    db.selectFrom('invoice_shipments').select(shipmentColumns).where('invoice_id', '=', id).orderBy('id').execute(),
    listPayments(db, id),
    liveChanges(db, id),
  ])
  if (!row) throw new AppError('not_found')
  return toInvoice(row, { items, charges, shipments, payments, changes: netChanges(changes) })
}

/** Makes two payments, or a payment and a void, take turns. Throws `not_found`. */
export async function lockInvoice(db: Db, id: string) {
  const row = await db
    .selectFrom('invoices')
    .select([
      'company_invoice_id as companyInvoiceId',
      'client_id as clientId',
      'status',
      'currency_code as code',
      'currency_id as currencyId',
      'currency_name as name',
      'currency_symbol as symbol',
      'rate_compra as rateCompra',
      'rate_venta as rateVenta',
      'total_amount as totalAmount',
      'paid_total as paidTotal',
      'given_total as givenTotal',
      'pending_total as pendingTotal',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
