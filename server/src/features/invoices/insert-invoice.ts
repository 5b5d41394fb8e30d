import type { Client } from '@casillero/shared/contract/clients'
import type { Invoice, InvoiceDraft, PaymentDraft, ShippingDraft } from '@casillero/shared/contract/invoices'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import type { InvoiceTotals } from '@casillero/shared/domain/invoice-totals'
import { searchText } from '@casillero/shared/domain/search-text'
import { takeNumber } from '../../platform/counters.ts'
import type { Db, Session } from '../../platform/database.ts'
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

function invoiceValues({ draft, client, currency, totals }: InvoiceParts, number: number) {
  return {
    company_invoice_id: number,
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
    search_text: searchText(String(number)) + clientSearchText(client),
  }
}

function itemValues({ lines, totals }: InvoiceParts, invoiceId: string) {
  return lines.flatMap(({ package: billed, item }, index) => {
    const line = totals.lines[index]
    // Only packages with a weight come this far.
    if (!line || billed.weight === null) return []
    return {
      invoice_id: invoiceId,
      position: index + 1,
      package_id: billed.id,
      company_package_id: billed.companyPackageId,
      tracking: billed.tracking ?? billed.warehouseTracking,
      description: billed.description,
      quantity: billed.weight,
      unit_price: line.unitPrice,
      discount_type: item.discountType,
      discount_value: item.discountType === 'none' ? 0 : item.discountValue,
      amount: line.amount,
      final_amount: line.finalAmount,
      total: line.total,
    }
  })
}

function insertItems(db: Db, parts: InvoiceParts, invoiceId: string): Promise<InvoiceContents['items']> {
  return db.insertInto('invoice_items').values(itemValues(parts, invoiceId)).returning(itemColumns).execute()
}

async function insertShipments(
  db: Db,
  { shipping, totals }: InvoiceParts,
  invoiceId: string,
): Promise<InvoiceContents['shipments']> {
  if (!shipping) return []
  const { draft, method, currency } = shipping
  return await db
    .insertInto('invoice_shipments')
    .values({
      invoice_id: invoiceId,
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

async function insertPayments(
  db: Db,
  { payments, totals }: InvoiceParts,
  invoiceId: string,
): Promise<InvoiceContents['payments']> {
  if (payments.length === 0) return []
  const values = payments.map(({ draft, currency }, index) =>
    paymentValues(invoiceId, draft, currency, totals.payments[index]?.convertedTotal ?? 0),
  )
  return await db.insertInto('invoice_payments').values(values).returning(paymentColumns).execute()
}

/**
 * Writes the invoice and all that hangs on it. The number comes first of the writes and last of the locks: from here on
 * other clerks of the company wait, so nothing is left to look up, to refuse or to read again.
 */
export async function insertInvoice(db: Db, parts: InvoiceParts): Promise<Invoice> {
  const { number, id } = await takeNumber(db, 'invoice')
  // They go out together and are run in this order.
  const [row, items, shipments, payments] = await Promise.all([
    db
      .insertInto('invoices')
      .values({ id, ...invoiceValues(parts, number) })
      .returning(invoiceColumns)
      .executeTakeFirstOrThrow(),
    insertItems(db, parts, id),
    insertShipments(db, parts, id),
    insertPayments(db, parts, id),
  ])
  return toInvoice({ ...row, createdByName: parts.session.userName }, { items, shipments, payments })
}
