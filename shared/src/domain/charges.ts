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

/** Amounts of `free` and `advance` are typed. A company has one `storage` charge. */
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

/** Paid on the client's behalf: not income, and not discounted. */
export const isAdvance = ({ kind }: { kind: ChargeKind }): boolean => kind === 'advance'

export const isTyped = ({ kind }: { kind: ChargeKind }): boolean => kind === 'free' || kind === 'advance'

export const mayWait = ({ kind }: { kind: ChargeKind }): boolean => kind !== 'per_invoice' && kind !== 'storage'

type ShippingKind = 'maritimo' | 'aereo'

/** US$. `price` is a percentage for `percent_of_value`, and null if the amount is typed. */
export type Charge = {
  id: string
  name: string
  kind: ChargeKind
  price: number | null
  /** Only for `percent_of_value`. */
  minimum: number | null
  /** Charges every US$ 100 begun in full. */
  isPerHundred: boolean
  /** The charge applies automatically if all following conditions hold. */
  isAutomatic: boolean
  shippingMethod: ShippingKind | null
  /** Empty means any tariff. */
  tariffIds: readonly string[]
  valueFrom: number | null
  /** A reason is required to take the charge off. */
  asksReason: boolean
  /** Only for `storage`. */
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

/** `unitPrice` is in US$; `days` is the number of days of storage. */
export type ChargePrice = { quantity: number; unitPrice: number; days?: number }

/**
 * Null if the package lacks the value it is computed from. docs/product/charges.md, "Kinds".
 * @param one the package with the charge; null for the invoice itself
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

/** Lists charges per package, then those of the invoice, which apply once if any package fits. docs/product/charges.md, "By itself". */
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

/** `id` is null unless the amount was typed. */
export type ChargeCurrency = {
  id: string | null
  code: string
  symbol: string
  rateCompra: number
  rateVenta: number
}
export const dollars: ChargeCurrency = { id: null, code: 'USD', symbol: 'US$', rateCompra: 1, rateVenta: 1 }

/** Amount and currency are set only for a typed charge. */
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

/** Lists automatic charges, then waiting ones that do not already apply. docs/product/charges.md, "Waiting on a package". */
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

/** Rounds to cents. US$ first, including freight, then by code. docs/product/charges.md, "Waiting on a package". */
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

/** `unitPrice` is in the charge's own currency. */
export type ChargeLine = { quantity: Amount; unitPrice: Amount; currency: Rates; isAdvance: boolean }

/** Rounds once to cents. US$ is converted at its `rateCompra`, another typed currency like shipping. */
export function totalCharge(line: ChargeLine, invoiceCurrency: Rates): Exact {
  const amount = times(exact(line.quantity), exact(line.unitPrice))
  if (!isPositive(amount)) return zero
  if (line.currency.code === 'USD') return roundToCents(times(amount, invoiceRate(invoiceCurrency)))
  return convertShipping(toWire(roundToCents(amount)), line.currency, invoiceCurrency)
}
