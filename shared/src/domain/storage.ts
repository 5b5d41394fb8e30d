import { type Exact, exact, isBelow, isPositive, roundToCents, times, toWire } from './money.ts'
import type { PriceRules } from './tariff-rules.ts'

/** Free days once a package is ready; a bound in US$ for each package, or null. */
export type StorageRule = { freeDays: number; isPerPound: boolean; maximum: number | null; noticeDays: number | null }

export type StoredPackage = {
  weight: number | null
  chargedQuantity: number | null
  priceRules: PriceRules | null
  /** Null while it is not ready. */
  readyDays: number | null
}

export const countPounds = ({ weight, chargedQuantity, priceRules }: StoredPackage): Exact =>
  exact(priceRules === null || priceRules.unit === 'pound' ? (chargedQuantity ?? weight) : weight)

/**
 * One amount in US$ for all charged days, so that the bound holds for their sum. Null where no day is charged, or pounds are unknown.
 * docs/product/charges.md, "Storage".
 * @param rule.price US$ a day, of the package or of each pound
 */
export function computeStorage(
  rule: { storage: StorageRule | null; price: number | null },
  one: StoredPackage,
): { quantity: number; unitPrice: number; days: number } | null {
  const { storage, price } = rule
  const days = storage === null ? 0 : Math.max((one.readyDays ?? 0) - storage.freeDays, 0)
  if (storage === null || days === 0) return null
  const pounds = countPounds(one)
  if (storage.isPerPound && !isPositive(pounds)) return null
  const ofDays = times(exact(price), exact(days))
  const amount = roundToCents(storage.isPerPound ? times(ofDays, pounds) : ofDays)
  const isBound = storage.maximum !== null && isBelow(exact(storage.maximum), amount)
  return { quantity: 1, unitPrice: isBound ? (storage.maximum ?? 0) : toWire(amount), days }
}
