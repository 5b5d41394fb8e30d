import { type Amount, atLeastZero, clamp, computePercent, type Exact, exact, zero } from './money.ts'

export const discountTypes = ['none', 'percentage', 'fixed_amount'] as const
export type DiscountType = (typeof discountTypes)[number]

/**
 * Exact: a percentage (0 to 100), or a fixed amount up to the base. Returns 0 for a negative value, and for a base of 0 or less.
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
