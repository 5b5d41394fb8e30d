import { convertShipping, invoiceRate, type Rates } from './currency.ts'
import {
  type Amount,
  computePercent,
  divideRounded,
  type Exact,
  exact,
  isBelow,
  isPositive,
  roundToCents,
  times,
  toWire,
  zero,
} from './money.ts'
import type { PriceRules } from './tariff-rules.ts'

/** The ways in which a charge is counted; the amounts of the last two are typed. */
export const chargeKinds = ['per_package', 'per_pound', 'percent_of_value', 'per_invoice', 'free', 'advance'] as const
export type ChargeKind = (typeof chargeKinds)[number]

/** Money that the company paid for the client: no income, and no discount is taken off it. */
export const isAdvance = ({ kind }: { kind: ChargeKind }): boolean => kind === 'advance'

/** Says whether the amount of a charge is typed for each invoice. */
export const isTyped = ({ kind }: { kind: ChargeKind }): boolean => kind === 'free' || kind === 'advance'

type ShippingKind = 'maritimo' | 'aereo'

/** A charge of the catalogue. Prices, minimum and value are in US$; `price` is a percentage of `percent_of_value`, null of a typed kind. */
export type Charge = {
  id: string
  name: string
  kind: ChargeKind
  price: number | null
  /** The least that `percent_of_value` comes to. */
  minimum: number | null
  /** `percent_of_value` counts each US$ 100 that was begun as a whole one. */
  isPerHundred: boolean
  /** The charge applies by itself where all of the following hold. */
  isAutomatic: boolean
  shippingMethod: ShippingKind | null
  /** Of any tariff where there are none. */
  tariffIds: readonly string[]
  valueFrom: number | null
  /** A reason is asked where it is taken off. */
  asksReason: boolean
  isActive: boolean
}

/** A package as charges see it: pounds and US$. */
export type ChargedPackage = {
  id: string
  shippingMethod: ShippingKind
  tariffId: string | null
  declaredValue: number | null
  weight: number | null
  chargedQuantity: number | null
  priceRules: PriceRules | null
}

/** Pounds that the tariff charges; the real ones where it charges no pounds. */
const countPounds = ({ weight, chargedQuantity, priceRules }: ChargedPackage): Exact =>
  exact(priceRules === null || priceRules.unit === 'pound' ? (chargedQuantity ?? weight) : weight)

const hundred = exact(100)

function computeOfValue(charge: Charge, value: Exact): Exact {
  const base = charge.isPerHundred ? times(divideRounded(value, hundred, 0, 'up'), hundred) : value
  const share = roundToCents(computePercent(base, exact(charge.price)))
  const minimum = exact(charge.minimum)
  return isBelow(share, minimum) ? minimum : share
}

/** A quantity and the US$ of each. */
export type ChargePrice = { quantity: number; unitPrice: number }

/**
 * Computes a charge whose amount is not typed; null where the package lacks the pounds or the declared value that it is counted from.
 * docs/product/charges.md, "Kinds".
 *
 * @param one the package that it is put on; null on the invoice itself
 */
export function computeCharge(charge: Charge, one: ChargedPackage | null): ChargePrice | null {
  if (charge.kind === 'per_invoice' || charge.kind === 'per_package')
    return { quantity: 1, unitPrice: charge.price ?? 0 }
  if (one === null || isTyped(charge)) return null
  if (charge.kind === 'per_pound') {
    const pounds = countPounds(one)
    return isPositive(pounds) ? { quantity: toWire(pounds), unitPrice: charge.price ?? 0 } : null
  }
  const value = exact(one.declaredValue)
  return isPositive(value) ? { quantity: 1, unitPrice: toWire(computeOfValue(charge, value)) } : null
}

function fits(charge: Charge, one: ChargedPackage): boolean {
  const { shippingMethod, tariffIds, valueFrom } = charge
  if (shippingMethod !== null && shippingMethod !== one.shippingMethod) return false
  if (tariffIds.length > 0 && !tariffIds.includes(one.tariffId ?? '')) return false
  return valueFrom === null || (one.declaredValue ?? 0) >= valueFrom
}

/** A charge on a package, or on the invoice itself where `packageId` is null. */
export type PlacedCharge = ChargePrice & { charge: Charge; packageId: string | null }

/**
 * Lists the charges that apply by themselves to these packages, package by package, then those of the invoice, which apply once where
 * one of the packages fits.
 * docs/product/charges.md, "By itself".
 */
export function listAutomaticCharges(charges: readonly Charge[], packages: readonly ChargedPackage[]): PlacedCharge[] {
  const automatic = charges.filter((charge) => charge.isAutomatic && charge.isActive && !isTyped(charge))
  const own = packages.flatMap((one) =>
    automatic.flatMap((charge) => {
      const price = charge.kind !== 'per_invoice' && fits(charge, one) ? computeCharge(charge, one) : null
      return price === null ? [] : [{ ...price, charge, packageId: one.id }]
    }),
  )
  const whole = automatic.flatMap((charge) => {
    const isOnInvoice = charge.kind === 'per_invoice' && packages.some((one) => fits(charge, one))
    const price = isOnInvoice ? computeCharge(charge, null) : null
    return price === null ? [] : [{ ...price, charge, packageId: null }]
  })
  return [...own, ...whole]
}

/** A line of charge on an invoice: a quantity of a price in its own currency. */
export type ChargeLine = { quantity: Amount; unitPrice: Amount; currency: Rates; isAdvance: boolean }

/**
 * The total of a charge in the invoice's currency, rounded once to cents: US$ at its `rateCompra`, a typed amount in another currency
 * as shipping is converted.
 */
export function totalCharge(line: ChargeLine, invoiceCurrency: Rates): Exact {
  const amount = times(exact(line.quantity), exact(line.unitPrice))
  if (!isPositive(amount)) return zero
  if (line.currency.code === 'USD') return roundToCents(times(amount, invoiceRate(invoiceCurrency)))
  return convertShipping(toWire(roundToCents(amount)), line.currency, invoiceCurrency)
}
