import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { Invoice, InvoiceRow, InvoiceStatus } from '@casillero/shared/contract/invoices'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import { findLiveCount, findTotalCount } from '../../platform/counters.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Page, pageOf, pageWithTotal } from '../../platform/list.ts'

const currencyColumns = [
  'currency_id as currencyId',
  'currency_code as currencyCode',
  'currency_name as currencyName',
  'currency_symbol as currencySymbol',
  'rate_compra as rateCompra',
  'rate_venta as rateVenta',
] as const

type CurrencyColumns = {
  currencyId: string
  currencyCode: string
  currencyName: string
  currencySymbol: string
  rateCompra: number
  rateVenta: number
}

const toCurrencySnapshot = (row: CurrencyColumns): Invoice['currency'] => ({
  id: row.currencyId,
  code: row.currencyCode,
  name: row.currencyName,
  symbol: row.currencySymbol,
  rateCompra: row.rateCompra,
  rateVenta: row.rateVenta,
})

const selectInvoices = (db: Db) =>
  db
    .selectFrom('invoices as v')
    .innerJoin('users as u', 'u.id', 'v.created_by')
    .select([
      'v.id',
      'v.company_invoice_id as companyInvoiceId',
      'v.client_id as clientId',
      'v.client_first_name as clientFirstName',
      'v.client_last_names as clientLastNames',
      'v.client_casillero as clientCasillero',
      'v.client_phone as clientPhone',
      'v.status',
      'v.created_at as createdAt',
      'v.subtotal',
      'v.shipping_total as shippingTotal',
      'v.discount_total as discountTotal',
      'v.total_amount as totalAmount',
      'v.paid_total as paidTotal',
      'v.pending_total as pendingTotal',
      'v.general_discount_type as generalDiscountType',
      'v.general_discount_value as generalDiscountValue',
      'v.voided_at as voidedAt',
      'u.full_name as createdByName',
    ])
    .select(currencyColumns)

type SelectedInvoice = Awaited<ReturnType<ReturnType<typeof selectInvoices>['executeTakeFirstOrThrow']>>

const toInvoiceRow = (row: SelectedInvoice): InvoiceRow => ({
  ...row,
  client: {
    id: row.clientId,
    firstName: row.clientFirstName,
    lastNames: row.clientLastNames,
    casillero: row.clientCasillero,
    phone: row.clientPhone,
  },
  currency: toCurrencySnapshot(row),
  createdBy: { fullName: row.createdByName },
})

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
const plainPage = (db: Db, filter: InvoiceFilter, { limit, offset }: Window) =>
  db
    .selectFrom('invoices')
    .select('id')
    .$if(!isWithVoided(filter), (rows) => rows.where('voided_at', 'is', null))
    .orderBy('company_invoice_id', 'desc')
    .limit(limit)
    .offset(offset)
    .as('hit')

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
        .innerJoin(plainPage(db, filter, page), 'hit.id', 'v.id')
        .select(total)
        .orderBy('v.company_invoice_id', 'desc')
        .execute()
    : await selectInvoices(db)
        .innerJoin(hits(patterns, filter, page), 'hit.id', 'v.id')
        .select('hit.total')
        .orderBy('v.company_invoice_id', 'desc')
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

function listItems(db: Db, invoiceId: string) {
  return db
    .selectFrom('invoice_items')
    .select([
      'id',
      'package_id as packageId',
      'company_package_id as companyPackageId',
      'tracking',
      'description',
      'quantity',
      'unit_price as unitPrice',
      'discount_type as discountType',
      'discount_value as discountValue',
      'amount',
      'final_amount as finalAmount',
      'total',
    ])
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute()
}

function listShipments(db: Db, invoiceId: string) {
  return db
    .selectFrom('invoice_shipments')
    .select([
      'id',
      'shipping_method_name as methodName',
      'type_delivery as typeDelivery',
      'status',
      'shipping_price as shippingPrice',
      'converted_price as convertedPrice',
      'date_shipped as dateShipped',
      'shipping_address as shippingAddress',
      'shipping_city as shippingCity',
      'shipping_department as shippingDepartment',
      'comments',
    ])
    .select(currencyColumns)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
}

function listPayments(db: Db, invoiceId: string) {
  return db
    .selectFrom('invoice_payments')
    .select(['id', 'method', 'reference', 'total', 'converted_total as convertedTotal', 'created_at as createdAt'])
    .select(currencyColumns)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
}

/** One invoice with its lines, shipments and payments. Throws `not_found`. */
export async function getInvoice(db: Db, id: string): Promise<Invoice> {
  const [row, items, shipments, payments] = await Promise.all([
    selectInvoices(db).where('v.id', '=', id).executeTakeFirst(),
    listItems(db, id),
    listShipments(db, id),
    listPayments(db, id),
  ])
  if (!row) throw new AppError('not_found')
  return {
    ...toInvoiceRow(row),
    items: items.map((item) => ({ ...item, itemType: 'package', currency: 'USD' })),
    shipments: shipments.map((shipment) => ({
      ...shipment,
      shippingMethod: shipment.methodName === null ? null : { name: shipment.methodName },
      currency: toCurrencySnapshot(shipment),
    })),
    payments: payments.map((payment) => ({ ...payment, currency: toCurrencySnapshot(payment) })),
  }
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
