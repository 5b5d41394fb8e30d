import { type Exact, exact, isBelow, isPositive, times, toWire } from './money.ts'
import type { PriceRules } from './tariff-rules.ts'

/** `freeDays` count from when the package is ready. `maximum` is US$ per package, or null. */
export type StorageRule = { freeDays: number; isPerPound: boolean; maximum: number | null; noticeDays: number | null }

export type StoredPackage = {
  weight: number | null
  chargedQuantity: number | null
  priceRules: PriceRules | null
  /** Null until the package is ready. */
  readyDays: number | null
}

export const countPounds = ({ weight, chargedQuantity, priceRules }: StoredPackage): Exact =>
  exact(priceRules === null || priceRules.unit === 'pound' ? (chargedQuantity ?? weight) : weight)

/**
 * Returns the US$ of all days for the package or for each of its pounds, unrounded; the maximum as one amount. Null if no day is charged,
 * or the pounds are unknown.
 * docs/product/charges.md, "Storage".
 * @param rule.price US$ per day, for the package or for each pound
 */
export function computeStorage(
  rule: { storage: StorageRule | null; price: number | null },
  one: StoredPackage,
): { quantity: number; unitPrice: number; days: number } | null {
  const { storage, price } = rule
  const days = storage === null ? 0 : Math.max((one.readyDays ?? 0) - storage.freeDays, 0)
  if (storage === null || days === 0) return null
  const quantity = storage.isPerPound ? countPounds(one) : exact(1)
  if (!isPositive(quantity)) return null
  const ofDays = times(exact(price), exact(days))
  const isBound = storage.maximum !== null && isBelow(exact(storage.maximum), times(ofDays, quantity))
  return isBound
    ? { quantity: 1, unitPrice: storage.maximum ?? 0, days }
    : { quantity: toWire(quantity), unitPrice: toWire(ofDays), days }
}
