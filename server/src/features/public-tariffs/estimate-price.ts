import type { Charge } from '@casillero/shared/contract/charges'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { type ChargedPackage, dollars, listAutomaticCharges, type PlacedCharge } from '@casillero/shared/domain/charges'
import type { Rates } from '@casillero/shared/domain/currency'
import { computeFreight, type InvoiceTotals, invoiceTotals } from '@casillero/shared/domain/invoice-totals'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { packagePrice } from '@casillero/shared/domain/package-price'
import { type Measures, needsMeasures, type PriceRules, tidyRules } from '@casillero/shared/domain/tariff-rules'

/** Pounds, inches and US$. Each piece is a package of its own. */
export type Purchase = { weight: number; measures: Measures | null; declaredValue: number | null; pieces: number }

/** What the price depends on. */
export type Asked = { weight: boolean; measures: 'needed' | 'helpful' | 'none'; value: boolean; pieces: boolean }

/** US$. A charge on each of several pieces is one line. */
export type EstimateLine = { placed: PlacedCharge; count: number; total: number }

export type Estimate = {
  rules: PriceRules | null
  purchase: Purchase
  quantity: number
  unitPrice: number
  freight: number
  charges: EstimateLine[]
  total: number
  /** In the other currency; null if the company has none. */
  convertedTotal: number | null
  lacksMeasures: boolean
}

const toCharged = (tariff: Tariff, { weight, declaredValue }: Purchase, quantity: number | null, id: string) =>
  ({
    id,
    shippingMethod: tariff.type,
    tariffId: tariff.id,
    declaredValue,
    weight,
    chargedQuantity: quantity,
    priceRules: tidyRules(tariff),
    readyDays: null,
  }) satisfies ChargedPackage

/** Asks for what the rules and the charges that may apply are computed from. docs/product/public-tariffs.md, "The form". */
export function chooseFields(tariff: Tariff, charges: readonly Charge[]): Asked {
  const dearest = { weight: 1, measures: null, declaredValue: maxAmount, pieces: 1 }
  const applying = listAutomaticCharges(charges, [toCharged(tariff, dearest, 1, '')]).map(({ charge }) => charge)
  const needsVolume = needsMeasures(tidyRules(tariff))
  return {
    weight: tariff.unit === 'pound' || applying.some(({ kind }) => kind === 'per_pound'),
    measures: tariff.unit === 'cubic_foot' ? 'needed' : needsVolume ? 'helpful' : 'none',
    value: applying.some(({ kind, valueFrom }) => kind === 'percent_of_value' || valueFrom !== null),
    pieces: tariff.unit === 'piece',
  }
}

/** Adds up what is on each of several pieces. */
function joinLines(placed: readonly PlacedCharge[], { charges }: InvoiceTotals): EstimateLine[] {
  const lines = new Map<string, EstimateLine>()
  for (const [index, one] of placed.entries()) {
    const before = lines.get(one.charge.id)
    const total = toWire(sum([exact(before?.total), exact(charges[index]?.total)]))
    lines.set(one.charge.id, { placed: one, count: (before?.count ?? 0) + 1, total })
  }
  return [...lines.values()]
}

/**
 * Computes what an invoice of such packages would come to now, by the functions that an invoice is made with. Null if nothing is known to
 * price.
 */
export function estimatePrice(
  tariff: Tariff,
  charges: readonly Charge[],
  purchase: Purchase,
  currency: Rates | undefined,
): Estimate | null {
  const rules = tidyRules(tariff)
  const { weight, measures } = purchase
  const line = { weight, measures, rules, pricePerPound: tariff.pricePerPound }
  const { quantity, unitPrice } = packagePrice({ ...line, discountType: 'none', discountValue: null })
  if (quantity === null || unitPrice === null) return null
  const packages = Array.from({ length: purchase.pieces }, (_, index) =>
    toCharged(tariff, purchase, quantity, String(index)),
  )
  // A charge below one cent makes no line.
  const placed = listAutomaticCharges(charges, packages).filter((one) => one.unitPrice > 0)
  const priceIn = (invoiceCurrency: Rates) =>
    invoiceTotals({
      currency: invoiceCurrency,
      lines: packages.map(() => ({
        ...line,
        packageDiscountType: 'none',
        packageDiscountValue: null,
        discountType: 'none',
        discountValue: null,
      })),
      charges: placed.map((one) => ({ ...one, currency: dollars, isAdvance: false })),
      generalDiscountType: 'none',
      generalDiscountValue: null,
      payments: [],
    })
  const totals = priceIn(dollars)
  return {
    rules,
    purchase,
    quantity,
    unitPrice,
    freight: computeFreight(totals),
    charges: joinLines(placed, totals),
    total: totals.totalAmount,
    convertedTotal: currency === undefined ? null : priceIn(currency).totalAmount,
    lacksMeasures: needsMeasures(rules) && measures === null,
  }
}
