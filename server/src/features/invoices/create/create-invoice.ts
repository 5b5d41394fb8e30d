import type { Invoice, InvoiceDraft } from '@casillero/shared/contract/invoices'
import { computeInvoiceDiscount } from '@casillero/shared/domain/discount-limit'
import { type InvoiceInput, type InvoiceTotals, invoiceTotals } from '@casillero/shared/domain/invoice-totals'
import { toMeasures } from '@casillero/shared/domain/tariff-rules'
import { requireRight } from '../../../platform/auth/require-right.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { holdActiveCharges } from '../../charges/queries.ts'
import { listWaitingCharges } from '../../charges/waiting-charges.ts'
import { holdClient } from '../../clients/queries.ts'
import { holdTenderCurrencies } from '../../currencies/queries.ts'
import { notifyShipping } from '../../messages/notify/notify-shipping.ts'
import { listLiveInvoiceItems } from '../../packages/queries.ts'
import { requireDiscount } from '../../packages/save/require-discount.ts'
import { holdShippingMethod } from '../../shipping-methods/queries.ts'
import { changeCurrencyIds, holdTaking, refuseEmptyPayments, toTaking } from '../payments/give-change.ts'
import { getInvoice } from '../queries.ts'
import { type BillablePackage, checkBillable, lockBillablePackages } from './billable-packages.ts'
import { type InvoiceParts, insertInvoice } from './insert-invoice.ts'
import { buildCharges } from './invoice-charges.ts'

const maxTotal = 99_999_999_999.99

type HeldCurrency = Awaited<ReturnType<typeof holdTenderCurrencies>>[number]

function pickCurrency(held: HeldCurrency[], id: string, field: string): HeldCurrency {
  const currency = held.find((candidate) => candidate.id === id)
  if (!currency) throw fieldError('reference_not_found', field)
  return currency
}

/**
 * Locks always in this order: currencies, method and charges shared, the client against deletion, the packages for writing. All go in one
 * packet.
 */
async function holdParts(db: Db, draft: InvoiceDraft) {
  const packageIds = draft.items.map(({ packageId }) => packageId)
  const currencyIds = [
    draft.currencyId,
    ...(draft.shipping ? [draft.shipping.currencyId] : []),
    ...draft.payments.map(({ currencyId }) => currencyId ?? draft.currencyId),
    ...draft.charges.map(({ currencyId }) => currencyId ?? draft.currencyId),
    ...changeCurrencyIds(draft),
  ]
  const [currencies, method, charges, client, packages, liveItems, waiting, taking] = await Promise.all([
    holdTenderCurrencies(db, [...new Set(currencyIds)]),
    draft.shipping ? holdShippingMethod(db, draft.shipping.shippingMethodId) : undefined,
    holdActiveCharges(db),
    holdClient(db, draft.clientId),
    lockBillablePackages(db, packageIds),
    listLiveInvoiceItems(db, packageIds),
    listWaitingCharges(db, packageIds),
    holdTaking(db, draft, draft.payments),
  ])
  return { currencies, method, charges, client, packages, liveItems, waiting, taking }
}

type CountedParts = Pick<InvoiceParts, 'lines' | 'charges' | 'currency' | 'shipping' | 'payments'>

const buildInput = (draft: InvoiceDraft, parts: CountedParts): InvoiceInput => ({
  currency: parts.currency,
  lines: parts.lines.map(({ package: courierPackage, item }) => ({
    weight: courierPackage.weight,
    pricePerPound: courierPackage.pricePerPound,
    rules: courierPackage.priceRules,
    measures: toMeasures(courierPackage),
    packageDiscountType: courierPackage.discountType,
    packageDiscountValue: courierPackage.discountValue,
    discountType: item.discountType,
    discountValue: item.discountValue,
  })),
  charges: parts.charges.filter(({ isWaived }) => !isWaived),
  shipping: parts.shipping && { price: parts.shipping.draft.shippingPrice, currency: parts.shipping.currency },
  generalDiscountType: draft.generalDiscountType,
  generalDiscountValue: draft.generalDiscountValue,
  payments: parts.payments.map(({ draft: payment, currency }) => ({ total: payment.total, currency })),
})

function computeTotals(input: InvoiceInput, parts: CountedParts): InvoiceTotals {
  const totals = invoiceTotals(input)
  // A waived charge counts nothing, and is kept with its full amount.
  const kept = parts.charges.map(({ fullTotal, total }) => fullTotal ?? total)
  if (Math.max(totals.subtotal + totals.shippingTotal, totals.paidTotal, ...kept) > maxTotal)
    throw new AppError('amount_too_large')
  return totals
}

function findShipping(draft: InvoiceDraft, held: Awaited<ReturnType<typeof holdParts>>): InvoiceParts['shipping'] {
  if (!draft.shipping) return null
  if (!held.method) throw fieldError('reference_not_found', 'shipping.shippingMethodId')
  if (!held.method.isActive) throw fieldError('shipping_method_inactive', 'shipping.shippingMethodId')
  const currency = pickCurrency(held.currencies, draft.shipping.currencyId, 'shipping.currencyId')
  return { draft: draft.shipping, method: held.method, currency }
}

function buildLines(draft: InvoiceDraft, packages: BillablePackage[]): InvoiceParts['lines'] {
  const byId = new Map(packages.map((courierPackage) => [courierPackage.id, courierPackage]))
  return draft.items.map((item, index) => {
    const courierPackage = byId.get(item.packageId)
    if (!courierPackage) throw fieldError('reference_not_found', `items.${index}.packageId`)
    return { package: courierPackage, item }
  })
}

/** A refusal names this field. */
function findDiscountField(draft: InvoiceDraft): string {
  const row = draft.items.findIndex(({ discountType }) => discountType !== 'none')
  if (draft.generalDiscountType !== 'none' || (row < 0 && draft.waivedCharges.length === 0))
    return 'generalDiscountValue'
  return row < 0 ? 'waivedCharges.0.chargeId' : `items.${row}.discountValue`
}

function shippingNotification(invoice: Invoice, { draft, method, currency }: NonNullable<InvoiceParts['shipping']>) {
  return {
    invoiceId: invoice.id,
    packageIds: invoice.items.map(({ packageId }) => packageId),
    shipment: {
      methodName: method.name,
      address: draft.shippingAddress,
      city: draft.shippingCity,
      department: draft.shippingDepartment,
      price: draft.shippingPrice,
      symbol: currency.symbol,
    },
  }
}

/**
 * Computes every amount from the locked rows; the screen's are only compared. Throws before writing. docs/product/invoices.md, "Creating".
 */
export async function createInvoice(db: Db, draft: InvoiceDraft, session: Session): Promise<Invoice> {
  if (draft.payments.length > 0) requireRight(session, 'payments.write')
  const held = await holdParts(db, draft)
  const lines = buildLines(draft, held.packages)
  checkBillable(lines, held.liveItems, draft.clientId)
  const currency = pickCurrency(held.currencies, draft.currencyId, 'currencyId')
  const shipping = findShipping(draft, held)
  const payments = draft.payments.map((payment, index) => ({
    draft: payment,
    currency: pickCurrency(held.currencies, payment.currencyId ?? draft.currencyId, `payments.${index}.currencyId`),
  }))
  const charges = buildCharges(draft, {
    charges: held.charges,
    packages: held.packages,
    waiting: held.waiting,
    currency,
    findCurrency: (id, field) => pickCurrency(held.currencies, id, field),
  })
  const parts = { lines, charges, currency, shipping, payments }
  const input = buildInput(draft, parts)
  const totals = computeTotals(input, parts)
  if (typeof draft.expectedTotal === 'number' && draft.expectedTotal !== totals.totalAmount) {
    throw new AppError('amounts_changed')
  }
  requireDiscount(session, computeInvoiceDiscount(input, charges), findDiscountField(draft))
  refuseEmptyPayments(totals.payments)
  const tender = { caller: session, payments, change: totals.change, currency, held: held.currencies }
  const taking = toTaking(draft, tender, held.taking)
  const made = { draft, client: held.client, currency, lines, charges, shipping, payments, taking, totals, session }
  const invoice = await insertInvoice(db, made)
  if (shipping) await notifyShipping(db, shippingNotification(invoice, shipping))
  // A package that left before has a hand-over, which the written rows do not know.
  return held.packages.some(({ isUnbilled }) => isUnbilled) ? await getInvoice(db, invoice.id) : invoice
}
