import { type Amount, atLeastZero, clamp, computePercent, type Exact, exact, zero } from './money.ts'

/** The kinds of a discount, of a package, a row or a whole invoice. */
export const discountTypes = ['none', 'percentage', 'fixed_amount'] as const
export type DiscountType = (typeof discountTypes)[number]

/**
 * The amount that a discount takes off a base, exactly and in the base's currency: a percentage (0 to 100) of it, or a fixed
 * amount that never exceeds it. A negative discount takes nothing; nothing comes off a base of 0 or less.
 * docs/product/pricing-and-money.md, "Totals".
 */
export function discountOn(base: Exact, type: DiscountType, value: Amount | null | undefined): Exact {
  const floor = atLeastZero(base)
  switch (type) {
    case 'percentage':
      return computePercent(floor, clamp(exact(value), zero, exact(100)))
    case 'fixed_amount':
      return clamp(exact(value), zero, floor)
    case 'none':
      return zero
  }
}
