import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { InvoiceDraft } from '@casillero/shared/contract/invoices'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { PaymentDraft } from '@casillero/shared/contract/payments'
import { completingAmount } from '@casillero/shared/domain/currency'
import { balanceAfterPayment, invoiceTotals } from '@casillero/shared/domain/invoice-totals'
import type { Visit } from './plan-visits.ts'
import type { Random } from './random.ts'

/** The catalogues that the counter needs for an invoice. */
export type Counter = {
  dollars: Currency
  cordobas: Currency
  shippingMethodId: string
}

const references = ['BAC 40182277', 'Banpro 771930', 'LAFISE 5520118', 'Ficohsa 90317'] as const

function draftPayment(total: number, currency: Currency, isCash: boolean, random: Random): PaymentDraft {
  const method = isCash ? 'cash' : random.pick(['card', 'transfer', 'transfer', 'check'])
  return { total, method, reference: isCash ? null : random.pick(references), currencyId: currency.id }
}

/** The next amount that a client would hand over in banknotes. */
const inNotes = (total: number, note: number) => Math.ceil(total / note) * note

function draftShipping(client: Client, { dollars, cordobas, shippingMethodId }: Counter, random: Random) {
  if (!client.address || !random.chance(0.3)) return null
  const isLocal = random.chance(0.6)
  return {
    shippingMethodId,
    currencyId: isLocal ? cordobas.id : dollars.id,
    shippingPrice: isLocal ? random.pick([100, 120, 150, 180]) : random.pick([3, 4.5, 5]),
    shippingAddress: client.address,
    shippingCity: client.city,
    shippingDepartment: client.department,
    comments: random.chance(0.3) ? 'Entregar después del mediodía' : null,
  }
}

function draftItem(courierPackage: CourierPackage, random: Random): InvoiceDraft['items'][number] {
  return {
    itemType: 'package',
    packageId: courierPackage.id,
    description: null,
    quantity: courierPackage.weight,
    unitPrice: courierPackage.finalPricePerPound,
    ...(random.chance(0.08)
      ? { discountType: 'fixed_amount', discountValue: 0.5 }
      : { discountType: 'none', discountValue: 0 }),
  }
}

/** The total that the clerk's screen would show. */
function computeTotal(draft: InvoiceDraft, packages: CourierPackage[], counter: Counter): number {
  const findCurrency = (id: string) => (id === counter.cordobas.id ? counter.cordobas : counter.dollars)
  const { totalAmount } = invoiceTotals({
    currency: findCurrency(draft.currencyId),
    lines: packages.map((courierPackage, index) => ({
      weight: courierPackage.weight,
      pricePerPound: courierPackage.pricePerPound,
      packageDiscountType: courierPackage.discountType,
      packageDiscountValue: courierPackage.discountValue,
      discountType: draft.items[index]?.discountType ?? 'none',
      discountValue: draft.items[index]?.discountValue ?? 0,
    })),
    shipping: draft.shipping && {
      price: draft.shipping.shippingPrice,
      currency: findCurrency(draft.shipping.currencyId),
    },
    generalDiscountType: draft.generalDiscountType,
    generalDiscountValue: draft.generalDiscountValue,
    payments: [],
  })
  return totalAmount
}

/** Chooses how the client pays at the counter: to the cent, in notes with change, in two currencies, a part, or not yet. */
function paymentsFor(total: number, currency: Currency, counter: Counter, random: Random): PaymentDraft[] {
  const { dollars, cordobas } = counter
  const isLocal = currency.id === cordobas.id
  const manner = random.next()
  if (manner < 0.42) return [draftPayment(total, currency, random.chance(0.3), random)]
  if (manner < 0.58) return [draftPayment(inNotes(total, isLocal ? 100 : 10), currency, true, random)]
  const part = draftPayment(isLocal ? 200 : 5, currency, true, random)
  if (manner < 0.74) {
    const other = isLocal ? dollars : cordobas
    const { pendingTotal } = balanceAfterPayment(
      { currency, totalAmount: total, paidTotal: 0, givenTotal: 0 },
      { total: part.total, currency },
    )
    const rest = completingAmount(pendingTotal, other, currency)
    return rest > 0 ? [part, draftPayment(rest, other, true, random)] : [part]
  }
  return manner < 0.86 ? [part] : []
}

/**
 * Drafts the invoice that a clerk would make of these packages, with its payments; `owes` is the part that surely stays unpaid,
 * `isDiscounted` says that the whole surely has a discount, and chance decides where `chosen` names no currency.
 */
export function draftInvoice(
  client: Client,
  packages: CourierPackage[],
  counter: Counter,
  {
    owes,
    currency: chosen,
    isDiscounted,
    random,
  }: Pick<Visit, 'owes' | 'currency' | 'isDiscounted'> & { random: Random },
): InvoiceDraft {
  const byChance = random.chance(0.58) ? 'cordobas' : 'dollars'
  const currency = counter[chosen ?? byChance]
  const hasDiscount = random.chance(0.15) || isDiscounted
  const draft: InvoiceDraft = {
    clientId: client.id,
    currencyId: currency.id,
    items: packages.map((courierPackage) => draftItem(courierPackage, random)),
    charges: [],
    waivedCharges: [],
    shipping: draftShipping(client, counter, random),
    payments: [],
    cashSessionId: null,
    change: null,
    changeReason: null,
    generalDiscountType: hasDiscount ? 'percentage' : 'none',
    generalDiscountValue: hasDiscount ? random.pick([5, 10]) : 0,
  }
  const expectedTotal = computeTotal(draft, packages, counter)
  const payments =
    owes === null
      ? paymentsFor(expectedTotal, currency, counter, random)
      : owes === 'part'
        ? [draftPayment(currency.id === counter.cordobas.id ? 50 : 1, currency, true, random)]
        : []
  return { ...draft, expectedTotal, payments }
}
