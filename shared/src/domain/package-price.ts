import { type DiscountType, discountOn } from './discount.ts'
import {
  type Amount,
  divideRounded,
  type Exact,
  exact,
  isPositive,
  minus,
  roundToCents,
  times,
  toWire,
  zero,
} from './money.ts'
import { computeCharged, type Measures, type PriceRules } from './tariff-rules.ts'

/** Pounds, inches, US$ per unit; fixed discounts are US$. Without rules the price is weight × price per pound. */
export type PricedPackage = {
  weight: Amount | null
  pricePerPound: Amount | null
  rules?: PriceRules | null
  measures?: Measures | null
  discountType: DiscountType
  discountValue: Amount | null
}

/** `net` is exact, in US$. The others are null while weight, price or needed measures are missing. */
export type PackagePrice = {
  net: Exact
  quantity: number | null
  unitPrice: number | null
  totalPrice: number | null
  finalPricePerPound: number | null
}

const unpriced: PackagePrice = {
  net: zero,
  quantity: null,
  unitPrice: null,
  totalPrice: null,
  finalPricePerPound: null,
}

/**
 * `net` = charged quantity × price − discount, at least 0 and unrounded. `totalPrice` has cents, `finalPricePerPound` 6 decimals, in US$.
 * docs/product/pricing-and-money.md, "Price of a package".
 */
export function packagePrice(priced: PricedPackage): PackagePrice {
  const { weight, pricePerPound } = priced
  if (!isPositive(exact(weight)) || weight === null || pricePerPound === null || pricePerPound === '') return unpriced
  const charged = computeCharged(weight, priced.measures ?? null, pricePerPound, priced.rules ?? null)
  if (charged === null) return unpriced
  const { quantity, price } = charged
  const gross = times(quantity, price)
  const net = minus(gross, discountOn(gross, priced.discountType, priced.discountValue))
  return {
    net,
    quantity: toWire(quantity),
    unitPrice: toWire(price),
    totalPrice: toWire(roundToCents(net)),
    finalPricePerPound: toWire(divideRounded(net, quantity, 6, 'halfAwayFromZero')),
  }
}
