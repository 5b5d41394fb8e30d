import { randomUUID } from 'node:crypto'
import type { Client } from '@casillero/shared/contract/clients'
import type { Invoice, InvoiceDraft, PaymentDraft, ShippingDraft } from '@casillero/shared/contract/invoices'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import type { InvoiceTotals } from '@casillero/shared/domain/invoice-totals'
import { sql } from 'kysely'
import { findTotalCount, takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { type Columns, columnsOf, jsonRows, type ValuesOf } from '../../platform/database/json-rows.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { clientSearchText } from '../clients/queries.ts'
import type { BillablePackage } from './billable-packages.ts'
import {
  type InvoiceContents,
  invoiceColumns,
  itemColumns,
  paymentColumns,
  shipmentColumns,
  toInvoice,
} from './invoice-view.ts'
import { type CurrencyNow, currencySnapshotValues, paymentValues } from './payment-values.ts'

export type InvoiceParts = {
  draft: InvoiceDraft
  client: Client
  currency: CurrencyNow
  lines: { package: BillablePackage; item: InvoiceDraft['items'][number] }[]
  shipping: { draft: ShippingDraft; method: ShippingMethod; currency: CurrencyNow } | null
  payments: { draft: PaymentDraft; currency: CurrencyNow }[]
  totals: InvoiceTotals
  session: Session
}

/** With its id, so that all that hangs on it can go out together with it. */
type NewInvoice = InvoiceParts & { id: string }

const currencyColumns = [
  'currency_id',
  'currency_code',
  'currency_name',
  'currency_symbol',
  'rate_compra',
  'rate_venta',
] as const

const invoiceInsert = [
  'id',
  'client_id',
  'client_first_name',
  'client_last_names',
  'client_casillero',
  'client_phone',
  'status',
  ...currencyColumns,
  'general_discount_type',
  'general_discount_value',
  'subtotal',
  'shipping_total',
  'discount_total',
  'total_amount',
  'paid_total',
  'pending_total',
] as const satisfies Columns<'invoices'>

const itemInsert = [
  'invoice_id',
  'position',
  'package_id',
  'company_package_id',
  'tracking',
  'description',
  'quantity',
  'unit_price',
  'list_price',
  'package_discount_type',
  'package_discount_value',
  'discount_type',
  'discount_value',
  'amount',
  'final_amount',
  'total',
] as const satisfies Columns<'invoice_items'>

const paymentInsert = [
  'invoice_id',
  'method',
  'reference',
  'total',
  ...currencyColumns,
  'converted_total',
] as const satisfies Columns<'invoice_payments'>

/** All but the number, and the text that is searched behind it. */
function invoiceValues({
  id,
  draft,
  client,
  currency,
  totals,
}: NewInvoice): ValuesOf<'invoices', typeof invoiceInsert> & { search_text: string } {
  return {
    id,
    client_id: client.id,
    client_first_name: client.firstName,
    client_last_names: client.lastNames,
    client_casillero: client.casillero,
    client_phone: client.phone,
    status: totals.isPaid ? ('paid' as const) : ('pending' as const),
    ...currencySnapshotValues(currency),
    general_discount_type: draft.generalDiscountType,
    general_discount_value: draft.generalDiscountType === 'none' ? 0 : draft.generalDiscountValue,
    subtotal: totals.subtotal,
    shipping_total: totals.shippingTotal,
    discount_total: totals.discountTotal,
    total_amount: totals.totalAmount,
    paid_total: totals.paidTotal,
    pending_total: totals.pendingTotal,
    search_text: clientSearchText(client),
  }
}

function itemValues({ id, lines, totals }: NewInvoice): ValuesOf<'invoice_items', typeof itemInsert>[] {
  return lines.flatMap(({ package: billed, item }, index) => {
    const line = totals.lines[index]
    // Only packages with a weight come this far.
    if (!line || billed.weight === null) return []
    return {
      invoice_id: id,
      position: index + 1,
      package_id: billed.id,
      company_package_id: billed.companyPackageId,
      tracking: billed.tracking ?? billed.warehouseTracking,
      description: billed.description,
      quantity: billed.weight,
      unit_price: line.unitPrice,
      list_price: billed.pricePerPound,
      package_discount_type: billed.discountType,
      package_discount_value: billed.discountValue,
      discount_type: item.discountType,
      discount_value: item.discountType === 'none' ? 0 : item.discountValue,
      amount: line.amount,
      final_amount: line.finalAmount,
      total: line.total,
    }
  })
}

async function insertShipments(db: Db, { id, shipping, totals }: NewInvoice): Promise<InvoiceContents['shipments']> {
  if (!shipping) return []
  const { draft, method, currency } = shipping
  return await db
    .insertInto('invoice_shipments')
    .values({
      invoice_id: id,
      shipping_method_id: method.id,
      shipping_method_name: method.name,
      status: totals.isPaid ? 'paid' : 'pending_payment',
      shipping_price: draft.shippingPrice,
      ...currencySnapshotValues(currency),
      converted_price: totals.shippingTotal,
      shipping_address: draft.shippingAddress,
      shipping_city: draft.shippingCity,
      shipping_department: draft.shippingDepartment,
      comments: draft.comments,
    })
    .returning(shipmentColumns)
    .execute()
}

const paymentsOf = ({ id, payments, totals }: NewInvoice): ValuesOf<'invoice_payments', typeof paymentInsert>[] =>
  payments.map(({ draft, currency }, index) =>
    paymentValues(id, draft, currency, totals.payments[index]?.convertedTotal ?? 0),
  )

const insertedInvoice = prepare((db, { json }: { json: string }) =>
  db
    .insertInto('invoices')
    .columns([...invoiceInsert, 'company_invoice_id', 'search_text'])
    .expression(
      sql`select ${columnsOf(invoiceInsert)}, taken.number, '|' || taken.number || '|' || given.search_text
        from ${jsonRows('invoices', json)} given cross join (select ${findTotalCount('invoice')} as number) taken`,
    )
    .returning(invoiceColumns),
)

const insertedItems = prepare((db, { json }: { json: string }) =>
  db
    .insertInto('invoice_items')
    .columns([...itemInsert])
    .expression(sql`select ${columnsOf(itemInsert)} from ${jsonRows('invoice_items', json)} given`)
    .returning(itemColumns),
)

const insertedPayments = prepare((db, { json }: { json: string }) =>
  db
    .insertInto('invoice_payments')
    .columns([...paymentInsert])
    .expression(sql`select ${columnsOf(paymentInsert)} from ${jsonRows('invoice_payments', json)} given`)
    .returning(paymentColumns),
)

/**
 * Writes the invoice and all that hangs on it. The number comes first of the writes and last of the locks: from here on
 * other clerks of the company wait, so all goes out in one packet, and nothing is left to look up or to refuse.
 */
export async function insertInvoice(db: Db, made: InvoiceParts): Promise<Invoice> {
  const parts = { ...made, id: randomUUID() }
  const [, [row], items, shipments, payments] = await Promise.all([
    takeNumber(db, 'invoice'),
    insertedInvoice(db, { json: JSON.stringify([invoiceValues(parts)]) }),
    insertedItems(db, { json: JSON.stringify(itemValues(parts)) }),
    insertShipments(db, parts),
    insertedPayments(db, { json: JSON.stringify(paymentsOf(parts)) }),
  ])
  if (!row) throw new Error('The invoice was not written')
  return toInvoice({ ...row, createdByName: parts.session.userName }, { items, shipments, payments })
}
