import { type Exact, exact, isBelow, isPositive, roundToCents, times, toWire } from './money.ts'
import type { PriceRules } from './tariff-rules.ts'

/** Days without charge once a package is ready, and the most in US$ that a package is charged; null for no bound. */
export type StorageRule = { freeDays: number; isPerPound: boolean; maximum: number | null; noticeDays: number | null }

/** A package as its pounds and its days are counted. */
export type StoredPackage = {
  weight: number | null
  chargedQuantity: number | null
  priceRules: PriceRules | null
  /** The days that it waits to be picked up; null while it is not ready. */
  readyDays: number | null
}

/** Pounds that the tariff charges; the real ones where it charges no pounds. */
export const countPounds = ({ weight, chargedQuantity, priceRules }: StoredPackage): Exact =>
  exact(priceRules === null || priceRules.unit === 'pound' ? (chargedQuantity ?? weight) : weight)

/**
 * Computes the storage of a package: one amount in US$ for all its charged days, those beyond the free ones, so that the bound holds for
 * their sum. Null where no day is charged, or its pounds are not known.
 * docs/product/charges.md, "Storage".
 *
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
