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
  sum,
  times,
  toWire,
  zero,
} from './money.ts'
import { computeStorage, countPounds, type StorageRule, type StoredPackage } from './storage.ts'

/** `free` and `advance` are typed; a company has one of `storage`. */
export const chargeKinds = [
  'per_package',
  'per_pound',
  'percent_of_value',
  'per_invoice',
  'free',
  'advance',
  'storage',
] as const
export type ChargeKind = (typeof chargeKinds)[number]

/** Paid for the client: no income, without discounts. */
export const isAdvance = ({ kind }: { kind: ChargeKind }): boolean => kind === 'advance'

export const isTyped = ({ kind }: { kind: ChargeKind }): boolean => kind === 'free' || kind === 'advance'

export const mayWait = ({ kind }: { kind: ChargeKind }): boolean => kind !== 'per_invoice' && kind !== 'storage'

type ShippingKind = 'maritimo' | 'aereo'

/** US$; `price` is a percentage of `percent_of_value`, null of a typed kind. */
export type Charge = {
  id: string
  name: string
  kind: ChargeKind
  price: number | null
  /** Of `percent_of_value`. */
  minimum: number | null
  /** Each US$ 100 that was begun counts whole. */
  isPerHundred: boolean
  /** Where all of the following hold. */
  isAutomatic: boolean
  shippingMethod: ShippingKind | null
  /** None: of any tariff. */
  tariffIds: readonly string[]
  valueFrom: number | null
  /** Where it is taken off. */
  asksReason: boolean
  /** Only of `storage`. */
  storage: StorageRule | null
  isActive: boolean
}

export type ChargedPackage = StoredPackage & {
  id: string
  shippingMethod: ShippingKind
  tariffId: string | null
  declaredValue: number | null
}

const hundred = exact(100)

function computeOfValue(charge: Charge, value: Exact): Exact {
  const base = charge.isPerHundred ? times(divideRounded(value, hundred, 0, 'up'), hundred) : value
  const share = roundToCents(computePercent(base, exact(charge.price)))
  const minimum = exact(charge.minimum)
  return isBelow(share, minimum) ? minimum : share
}

/** US$ of each; `days` are those of storage. */
export type ChargePrice = { quantity: number; unitPrice: number; days?: number }

/**
 * Null where the package lacks what it is counted from. docs/product/charges.md, "Kinds".
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
  if (charge.kind === 'storage') return computeStorage(charge, one)
  const value = exact(one.declaredValue)
  return isPositive(value) ? { quantity: 1, unitPrice: toWire(computeOfValue(charge, value)) } : null
}

function fits(charge: Charge, one: ChargedPackage): boolean {
  const { shippingMethod, tariffIds, valueFrom } = charge
  if (shippingMethod !== null && shippingMethod !== one.shippingMethod) return false
  if (tariffIds.length > 0 && !tariffIds.includes(one.tariffId ?? '')) return false
  return valueFrom === null || (one.declaredValue ?? 0) >= valueFrom
}

export type PlacedCharge = ChargePrice & { charge: Charge; packageId: string | null }

/** Package by package, then those of the invoice, once where one of the packages fits. docs/product/charges.md, "By itself". */
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

/** None of the company's unless the amount was typed. */
export type ChargeCurrency = {
  id: string | null
  code: string
  symbol: string
  rateCompra: number
  rateVenta: number
}
export const dollars: ChargeCurrency = { id: null, code: 'USD', symbol: 'US$', rateCompra: 1, rateVenta: 1 }

/** Amount and currency are those of a typed one. */
export type WaitingCharge = {
  packageId: string
  chargeId: string
  amount: number | null
  currency: ChargeCurrency | null
}

export type StandingCharge = PlacedCharge & { currency: ChargeCurrency }

function placeWaiting(
  waiting: WaitingCharge,
  charges: readonly Charge[],
  packages: readonly ChargedPackage[],
): StandingCharge[] {
  const charge = charges.find(({ id }) => id === waiting.chargeId)
  const one = packages.find(({ id }) => id === waiting.packageId)
  if (!charge || !one) return []
  const { amount, currency } = waiting
  if (amount !== null && currency !== null)
    return [{ charge, packageId: one.id, quantity: 1, unitPrice: amount, currency }]
  const price = computeCharge(charge, one)
  return price === null ? [] : [{ ...price, charge, packageId: one.id, currency: dollars }]
}

/** Those that apply by themselves, then those that wait and do not apply already. docs/product/charges.md, "Waiting on a package". */
export function listStandingCharges(
  charges: readonly Charge[],
  packages: readonly ChargedPackage[],
  waiting: readonly WaitingCharge[],
): StandingCharge[] {
  const automatic = listAutomaticCharges(charges, packages).map((placed) => ({ ...placed, currency: dollars }))
  const isThere = (one: WaitingCharge) =>
    automatic.some(({ charge, packageId }) => charge.id === one.chargeId && packageId === one.packageId)
  return [
    ...automatic,
    ...waiting.filter((one) => !isThere(one)).flatMap((one) => placeWaiting(one, charges, packages)),
  ]
}

/** Sums of two currencies are never added. */
export type CurrencySum = { code: string; symbol: string; amount: number }

/** By currency, rounded to cents; US$ first, with the freight, then by code. docs/product/charges.md, "Waiting on a package". */
export function sumToBill(
  freight: Amount | null,
  charges: readonly (ChargePrice & { currency: Pick<ChargeCurrency, 'code' | 'symbol'> })[],
): CurrencySum[] {
  const sums = new Map<string, { symbol: string; amount: Exact }>()
  const add = (code: string, symbol: string, amount: Exact) =>
    sums.set(code, { symbol, amount: sum([sums.get(code)?.amount ?? zero, amount]) })
  if (isPositive(exact(freight))) add(dollars.code, dollars.symbol, exact(freight))
  for (const { quantity, unitPrice, currency } of charges)
    add(currency.code, currency.symbol, roundToCents(times(exact(quantity), exact(unitPrice))))
  const isDollar = ({ code }: CurrencySum) => (code === dollars.code ? 0 : 1)
  return [...sums]
    .map(([code, { symbol, amount }]) => ({ code, symbol, amount: toWire(amount) }))
    .toSorted((one, other) => isDollar(one) - isDollar(other) || one.code.localeCompare(other.code))
}

/** In its own currency. */
export type ChargeLine = { quantity: Amount; unitPrice: Amount; currency: Rates; isAdvance: boolean }

/** Rounded once to cents: US$ at its `rateCompra`, another typed currency as shipping is converted. */
export function totalCharge(line: ChargeLine, invoiceCurrency: Rates): Exact {
  const amount = times(exact(line.quantity), exact(line.unitPrice))
  if (!isPositive(amount)) return zero
  if (line.currency.code === 'USD') return roundToCents(times(amount, invoiceRate(invoiceCurrency)))
  return convertShipping(toWire(roundToCents(amount)), line.currency, invoiceCurrency)
}
