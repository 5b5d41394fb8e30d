import type { Client } from '@casillero/shared/contract/clients'
import type { Invoice, InvoiceDraft, ShippingDraft } from '@casillero/shared/contract/invoices'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import type { InvoiceTotals } from '@casillero/shared/domain/invoice-totals'
import { type InsertObject, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { selectTotalCount, takeNumber } from '../../../platform/database/counters.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { prepareInsert } from '../../../platform/database/prepare.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { clientSearchText } from '../../clients/queries.ts'
import {
  changeColumns,
  chargeColumns,
  type InvoiceContents,
  invoiceColumns,
  itemColumns,
  paymentColumns,
  shipmentColumns,
  toInvoice,
} from '../invoice-view.ts'
import { changeValues, creditValues, type TakenPayment, type Taking } from '../payments/give-change.ts'
import { type CurrencyNow, currencySnapshotValues, paymentValues } from '../payments/payment-values.ts'
import type { BillablePackage } from './billable-packages.ts'
import type { MadeCharge } from './invoice-charges.ts'

export type InvoiceParts = {
  draft: InvoiceDraft
  client: Client
  currency: CurrencyNow
  lines: { package: BillablePackage; item: InvoiceDraft['items'][number] }[]
  charges: MadeCharge[]
  shipping: { draft: ShippingDraft; method: ShippingMethod; currency: CurrencyNow } | null
  payments: TakenPayment[]
  taking: Taking
  totals: InvoiceTotals
  session: Session
}

/** The id is made first, so that lines, shipment and payments go in the same packet. */
type NewInvoice = InvoiceParts & { id: string }

// Built once: building an invoice's statements takes longer than sending them and reading their answers.
const insertRow = prepareInsert((db, rows: ReturnType<typeof invoiceValues>[]) => {
  const number = selectTotalCount('invoice')
  const values = rows.map(({ client_search_text: text, ...row }) => ({
    ...row,
    company_invoice_id: number,
    search_text: sql<string>`'|' || ${number} || '|' || ${text}::text`,
  }))
  return db.insertInto('invoices').values(values).returning(invoiceColumns)
})

const insertItemRows = prepareInsert((db, rows: InsertObject<Tables, 'invoice_items'>[]) =>
  db.insertInto('invoice_items').values(rows).returning(itemColumns),
)

const insertPaymentRows = prepareInsert((db, rows: InsertObject<Tables, 'invoice_payments'>[]) =>
  db.insertInto('invoice_payments').values(rows).returning(paymentColumns),
)

function invoiceValues({ id, draft, client, currency, totals }: NewInvoice) {
  return {
    id,
    client_id: client.id,
    client_first_name: client.firstName,
    client_middle_name: client.middleName,
    client_last_names: client.lastNames,
    client_casillero: client.casillero,
    client_phone: client.phone,
    status: totals.isPaid ? ('paid' as const) : ('pending' as const),
    ...currencySnapshotValues(currency),
    general_discount_type: draft.generalDiscountType,
    general_discount_value: draft.generalDiscountType === 'none' ? 0 : draft.generalDiscountValue,
    subtotal: totals.subtotal,
    charges_total: totals.chargesTotal,
    advances_total: totals.advancesTotal,
    shipping_total: totals.shippingTotal,
    discount_total: totals.discountTotal,
    total_amount: totals.totalAmount,
    paid_total: totals.paidTotal,
    given_total: totals.givenTotal,
    pending_total: totals.pendingTotal,
    client_search_text: clientSearchText(client),
  }
}

/** Without rules keeps the weight alone. */
const keepArithmetic = ({ weight, length, width, height, priceRules }: BillablePackage) =>
  priceRules === null
    ? { weight: null, length: null, width: null, height: null, price_rules: null }
    : { weight, length, width, height, price_rules: JSON.stringify(priceRules) }

function itemValues({ id, lines, totals }: NewInvoice): InsertObject<Tables, 'invoice_items'>[] {
  return lines.flatMap(({ package: courierPackage, item }, index) => {
    const line = totals.lines[index]
    // `checkBillable` has refused packages without a weight.
    if (!line || courierPackage.weight === null) return []
    return {
      invoice_id: id,
      position: index + 1,
      package_id: courierPackage.id,
      company_package_id: courierPackage.companyPackageId,
      tracking: courierPackage.tracking ?? courierPackage.warehouseTracking,
      description: courierPackage.description,
      quantity: line.quantity,
      ...keepArithmetic(courierPackage),
      unit_price: line.unitPrice,
      list_price: line.listPrice,
      package_discount_type: courierPackage.discountType,
      package_discount_value: courierPackage.discountValue,
      discount_type: item.discountType,
      discount_value: item.discountType === 'none' ? 0 : item.discountValue,
      amount: line.amount,
      final_amount: line.finalAmount,
      total: line.total,
    }
  })
}

const chargeValues = ({ id, charges }: NewInvoice): InsertObject<Tables, 'invoice_charges'>[] =>
  charges.map((line, index) => ({
    invoice_id: id,
    position: index + 1,
    charge_id: line.charge.id,
    package_id: line.packageId,
    name: line.charge.name,
    kind: line.charge.kind,
    percentage: line.declaredValue === null ? null : line.charge.price,
    declared_value: line.declaredValue,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    currency_id: line.currency.id,
    currency_code: line.currency.code,
    currency_symbol: line.currency.symbol,
    rate_compra: line.currency.rateCompra,
    rate_venta: line.currency.rateVenta,
    days: line.days ?? null,
    total: line.total,
    full_total: line.fullTotal,
    is_waived: line.isWaived,
    waiver_reason: line.waiverReason,
  }))

async function insertCharges(db: Db, parts: NewInvoice): Promise<InvoiceContents['charges']> {
  if (parts.charges.length === 0) return []
  return await db.insertInto('invoice_charges').values(chargeValues(parts)).returning(chargeColumns).execute()
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

const buildPaymentRows = ({ id, payments, taking, totals }: NewInvoice): InsertObject<Tables, 'invoice_payments'>[] =>
  payments.map(({ draft, currency }, index) =>
    paymentValues(id, draft, currency, totals.payments[index]?.convertedTotal ?? 0, taking),
  )

async function insertItems(db: Db, parts: NewInvoice): Promise<InvoiceContents['items']> {
  const items = await insertItemRows(db, itemValues(parts))
  return items.map((item) => ({ ...item, companyHandoverId: null }))
}

async function insertPayments(db: Db, parts: NewInvoice): Promise<InvoiceContents['payments']> {
  if (parts.payments.length === 0) return []
  return await insertPaymentRows(db, buildPaymentRows(parts))
}

/** Includes what the payments do to the client's credit. */
export async function insertChange(
  db: Db,
  invoice: { id: string; clientId: string },
  payments: readonly TakenPayment[],
  taking: Taking,
): Promise<InvoiceContents['changes']> {
  const changes = changeValues({ invoice_id: invoice.id }, taking).map((row) => ({ ...row, tender: taking.tenderId }))
  const credits = creditValues({ invoice_id: invoice.id }, invoice.clientId, payments, taking)
  const [kept] = await Promise.all([
    changes.length > 0 ? db.insertInto('invoice_changes').values(changes).returning(changeColumns).execute() : [],
    credits.length > 0 ? db.insertInto('client_credits').values(credits).execute() : [],
  ])
  return kept
}

/**
 * The number is the first write and the last lock: other clerks wait from here. So all statements go in one packet, with nothing left to
 * read or refuse.
 */
export async function insertInvoice(db: Db, made: InvoiceParts): Promise<Invoice> {
  const parts = { ...made, id: uuidv7() }
  const [, [row], items, charges, shipments, payments, changes] = await Promise.all([
    takeNumber(db, 'invoice'),
    insertRow(db, [invoiceValues(parts)]),
    insertItems(db, parts),
    insertCharges(db, parts),
    insertShipments(db, parts),
    insertPayments(db, parts),
    insertChange(db, { id: parts.id, clientId: parts.client.id }, parts.payments, parts.taking),
  ])
  if (!row) throw new Error('The invoice was not written')
  return toInvoice(
    { ...row, createdByName: parts.session.userName, isShared: false },
    { items, charges, shipments, payments, changes },
  )
}
