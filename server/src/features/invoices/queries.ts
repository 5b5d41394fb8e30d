import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { Invoice, InvoiceRow, InvoiceStatus } from '@casillero/shared/contract/invoices'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import { findLiveCount, findTotalCount } from '../../platform/counters.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, type Page, pageOf, pageWithTotal } from '../../platform/list.ts'
import {
  invoiceColumns,
  itemColumns,
  paymentColumns,
  shipmentColumns,
  toInvoice,
  toInvoiceRow,
} from './invoice-view.ts'

const selectInvoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .innerJoin('users', 'users.id', 'invoices.created_by')
    .select(invoiceColumns)
    .select('users.full_name as createdByName')

type InvoiceFilter = {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
  status?: InvoiceStatus | undefined
  includeVoided?: boolean | undefined
}

type Window = Pick<Page, 'limit' | 'offset'>

const hits = (patterns: string[], filter: InvoiceFilter, { limit, offset }: Window) =>
  sql<{ id: string; total: number }>`search_invoices(
    ${patterns}::text[], ${filter.status ?? null}::text, ${isWithVoided(filter)}::boolean, ${limit}, ${offset})`.as<'hit'>(
    'hit',
  )

const isWithVoided = (filter: InvoiceFilter) => filter.includeVoided === true || filter.status === 'cancelled'

/** The page is cut before anything is joined: under row-level security the planner would join it all. */
const plainPage = (db: Db, filter: InvoiceFilter, page: Window) =>
  cutPage(
    db
      .selectFrom('invoices')
      .select('id')
      .$if(!isWithVoided(filter), (rows) => rows.where('voided_at', 'is', null))
      .orderBy('company_invoice_id', 'desc'),
    page,
  ).as('hit')

/** Newest first; voided ones only when asked for. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter,
): Promise<{ data: InvoiceRow[]; pagination: Pagination }> {
  const page = pageOf(filter)
  const patterns = searchPatterns(filter.search ?? '')
  const isPlain = patterns.length === 0 && filter.status === undefined
  const total = (isWithVoided(filter) ? findTotalCount('invoice') : findLiveCount('invoice')).as('total')
  const rows = isPlain
    ? await selectInvoices(db)
        .innerJoin(plainPage(db, filter, page), 'hit.id', 'invoices.id')
        .select(total)
        .orderBy('invoices.company_invoice_id', 'desc')
        .execute()
    : await selectInvoices(db)
        .innerJoin(hits(patterns, filter, page), 'hit.id', 'invoices.id')
        .select('hit.total')
        .orderBy('invoices.company_invoice_id', 'desc')
        .execute()
  const counted = await pageWithTotal(page, rows, () =>
    isPlain
      ? db.selectNoFrom(total).executeTakeFirst()
      : db
          .selectFrom(hits(patterns, filter, { limit: 1, offset: 0 }))
          .select('hit.total')
          .executeTakeFirst(),
  )
  return { data: counted.data.map(toInvoiceRow), pagination: counted.pagination }
}

/** One invoice with its lines, shipments and payments. Throws `not_found`. */
export async function getInvoice(db: Db, id: string): Promise<Invoice> {
  const [row, items, shipments, payments] = await Promise.all([
    selectInvoices(db).where('invoices.id', '=', id).executeTakeFirst(),
    db.selectFrom('invoice_items').select(itemColumns).where('invoice_id', '=', id).orderBy('position').execute(),
    db.selectFrom('invoice_shipments').select(shipmentColumns).where('invoice_id', '=', id).orderBy('id').execute(),
    db.selectFrom('invoice_payments').select(paymentColumns).where('invoice_id', '=', id).orderBy('id').execute(),
  ])
  if (!row) throw new AppError('not_found')
  return toInvoice(row, { items, shipments, payments })
}

/** The invoice with its row lock, so that two payments or a payment and a void take turns. Throws `not_found`. */
export async function lockInvoice(db: Db, id: string) {
  const row = await db
    .selectFrom('invoices')
    .select([
      'company_invoice_id as companyInvoiceId',
      'status',
      'currency_code as code',
      'currency_id as currencyId',
      'rate_compra as rateCompra',
      'rate_venta as rateVenta',
      'total_amount as totalAmount',
      'paid_total as paidTotal',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
