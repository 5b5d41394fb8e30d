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

/** The input of a package's price: pounds, US$ per pound as kept by the package, and its own discount (fixed ones in US$). */
export type PricedPackage = {
  weight: Amount | null
  pricePerPound: Amount | null
  discountType: DiscountType
  discountValue: Amount | null
}

/** `net` is the exact net N in US$; the other two are null while the weight or the tariff's price is missing. */
export type PackagePrice = { net: Exact; totalPrice: number | null; finalPricePerPound: number | null }

/**
 * Prices a package: N = weight × price per pound less the discount,
 * never below 0 and never rounded; `totalPrice` is N to cents, `finalPricePerPound` is N ÷ weight to 6 decimals, both in US$.
 * docs/product/pricing-and-money.md, "Price of a package".
 */
export function packagePrice(priced: PricedPackage): PackagePrice {
  const weight = exact(priced.weight)
  const isPriced = isPositive(weight) && priced.pricePerPound !== null && priced.pricePerPound !== ''
  if (!isPriced) return { net: zero, totalPrice: null, finalPricePerPound: null }
  const gross = times(weight, exact(priced.pricePerPound))
  const net = minus(gross, discountOn(gross, priced.discountType, priced.discountValue))
  return {
    net,
    totalPrice: toWire(roundToCents(net)),
    finalPricePerPound: toWire(divideRounded(net, weight, 6, 'halfAwayFromZero')),
  }
}
