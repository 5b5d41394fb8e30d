import type { Invoice, InvoiceRow } from '@casillero/shared/contract/invoices'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import type { PriceRules } from '@casillero/shared/domain/tariff-rules'
import { type Selection, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

// These let a new invoice be answered without reading it again.

const currencyColumns = [
  'currency_id as currencyId',
  'currency_code as currencyCode',
  'currency_name as currencyName',
  'currency_symbol as currencySymbol',
  'rate_compra as rateCompra',
  'rate_venta as rateVenta',
] as const

export const invoiceColumns = [
  'invoices.id',
  'invoices.company_invoice_id as companyInvoiceId',
  'invoices.client_id as clientId',
  'invoices.client_first_name as clientFirstName',
  'invoices.client_middle_name as clientMiddleName',
  'invoices.client_last_names as clientLastNames',
  'invoices.client_casillero as clientCasillero',
  'invoices.client_phone as clientPhone',
  'invoices.status',
  'invoices.created_at as createdAt',
  'invoices.subtotal',
  'invoices.charges_total as chargesTotal',
  'invoices.advances_total as advancesTotal',
  'invoices.shipping_total as shippingTotal',
  'invoices.discount_total as discountTotal',
  'invoices.total_amount as totalAmount',
  'invoices.paid_total as paidTotal',
  'invoices.given_total as givenTotal',
  'invoices.pending_total as pendingTotal',
  'invoices.general_discount_type as generalDiscountType',
  'invoices.general_discount_value as generalDiscountValue',
  'invoices.voided_at as voidedAt',
  ...currencyColumns,
] as const

export const itemColumns = [
  'id',
  'package_id as packageId',
  'company_package_id as companyPackageId',
  'tracking',
  'description',
  'quantity',
  sql<number>`coalesce(weight, quantity)`.as('weight'),
  'length',
  'width',
  'height',
  sql<PriceRules | null>`price_rules`.as('priceRules'),
  'unit_price as unitPrice',
  'list_price as listPrice',
  'package_discount_type as packageDiscountType',
  'package_discount_value as packageDiscountValue',
  'discount_type as discountType',
  'discount_value as discountValue',
  'amount',
  'final_amount as finalAmount',
  'total',
] as const

export const chargeColumns = [
  'id',
  'charge_id as chargeId',
  'package_id as packageId',
  'name',
  'kind',
  'quantity',
  'unit_price as unitPrice',
  'percentage',
  'declared_value as declaredValue',
  'days',
  'total',
  'full_total as fullTotal',
  'is_waived as isWaived',
  'waiver_reason as waiverReason',
  'currency_code as currencyCode',
  'currency_symbol as currencySymbol',
] as const

export const shipmentColumns = [
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
  ...currencyColumns,
] as const

export const paymentColumns = [
  'invoice_payments.id',
  'method',
  'reference',
  'total',
  'converted_total as convertedTotal',
  'invoice_payments.created_at as createdAt',
  'reversed_at as reversedAt',
  'reversal_reason as reversalReason',
  'reversal_reference as reversalReference',
  ...currencyColumns,
] as const

export const changeColumns = [
  'id',
  'kind',
  'amount',
  'converted_total as convertedTotal',
  'handed',
  'rounding',
  'created_at as createdAt',
  ...currencyColumns,
] as const

type Selected<Table extends keyof Tables, Columns extends readonly unknown[]> = Selection<
  Tables,
  Table,
  Columns[number]
>
type CurrencyColumns = Selected<'invoices', typeof currencyColumns>
type SelectedInvoice = Selected<'invoices', typeof invoiceColumns> & { createdByName: string }

type PaymentRow = Selected<'invoice_payments', typeof paymentColumns> & {
  reversedBy?: string | null
  collectionId?: string | null
  companyCollectionId?: number | null
}

export type InvoiceContents = {
  items: (Selected<'invoice_items', typeof itemColumns> & { companyHandoverId: number | null })[]
  charges: Selected<'invoice_charges', typeof chargeColumns>[]
  shipments: Selected<'invoice_shipments', typeof shipmentColumns>[]
  payments: PaymentRow[]
  changes: Selected<'invoice_changes', typeof changeColumns>[]
}

type ChangeRow = InvoiceContents['changes'][number]

const addUp = (amounts: readonly number[]): number => toWire(sum(amounts.map((amount) => exact(amount))))

/** Subtracts what was taken back; leaves out change of which nothing remains. */
export function netChanges<Row extends Pick<ChangeRow, 'id' | 'amount' | 'convertedTotal' | 'handed'>>(
  rows: readonly (Row & { shrinksId: string | null })[],
): Row[] {
  return rows.flatMap((row) => {
    if (row.shrinksId !== null) return []
    const own = [row, ...rows.filter(({ shrinksId }) => shrinksId === row.id)]
    if (own.length === 1) return [row]
    const convertedTotal = addUp(own.map((part) => part.convertedTotal))
    if (convertedTotal === 0) return []
    const amount = addUp(own.map((part) => part.amount))
    return [{ ...row, amount, convertedTotal, handed: addUp(own.map((part) => part.handed)) }]
  })
}

const toCurrencySnapshot = (row: CurrencyColumns): Invoice['currency'] => ({
  id: row.currencyId,
  code: row.currencyCode,
  name: row.currencyName,
  symbol: row.currencySymbol,
  rateCompra: row.rateCompra,
  rateVenta: row.rateVenta,
})

/** The answer's schema strips columns that the contract does not name. */
export const toInvoiceRow = (row: SelectedInvoice): InvoiceRow => ({
  ...row,
  client: {
    id: row.clientId,
    firstName: row.clientFirstName,
    middleName: row.clientMiddleName,
    lastNames: row.clientLastNames,
    casillero: row.clientCasillero,
    phone: row.clientPhone,
  },
  currency: toCurrencySnapshot(row),
  createdBy: { fullName: row.createdByName },
  // A voided invoice owes nothing and has no change.
  pendingTotal: row.voidedAt === null ? row.pendingTotal : 0,
  changeTotal: row.voidedAt === null ? row.givenTotal : 0,
})

function toPayment(row: PaymentRow): Invoice['payments'][number] {
  const { collectionId: id, companyCollectionId } = row
  return {
    ...row,
    currency: toCurrencySnapshot(row),
    collection: id != null && companyCollectionId != null ? { id, companyCollectionId } : null,
  }
}

function toReversedPayment(row: PaymentRow): Invoice['reversedPayments'] {
  const { reversedAt, reversalReason, reversalReference, reversedBy } = row
  if (reversedAt === null) return []
  const by = { fullName: reversedBy ?? '' }
  return [
    { ...toPayment(row), reversal: { at: reversedAt, by, reason: reversalReason ?? '', reference: reversalReference } },
  ]
}

/** Adds the contents. */
export const toInvoice = (
  row: SelectedInvoice & { isShared: boolean },
  { items, charges, shipments, payments, changes }: InvoiceContents,
): Invoice => ({
  ...toInvoiceRow(row),
  items: items.map((item) => ({ ...item, itemType: 'package', currency: 'USD' })),
  charges: charges.map(({ currencyCode: code, currencySymbol: symbol, ...charge }) => ({
    ...charge,
    itemType: 'charge',
    currency: { code, symbol },
  })),
  shipments: shipments.map((shipment) => ({
    ...shipment,
    shippingMethod: shipment.methodName === null ? null : { name: shipment.methodName },
    currency: toCurrencySnapshot(shipment),
  })),
  payments: payments.filter(({ reversedAt }) => reversedAt === null).map(toPayment),
  reversedPayments: payments.flatMap(toReversedPayment),
  change: changes.map((part) => ({ ...part, currency: toCurrencySnapshot(part) })),
  isShared: row.isShared,
})
