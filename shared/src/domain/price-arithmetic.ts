import { lazy } from './lazy.ts'
import type { Amount } from './money.ts'
import { formatMoney, formatUnitPrice, formatWeight } from './money-format.ts'
import { type PricedPackage, packagePrice } from './package-price.ts'
import type { PriceUnit } from './price-units.ts'
import { computeVolumetricPounds, type Measures, needsMeasures, type PriceRules, toMeasures } from './tariff-rules.ts'

const hundredths = lazy(() => new Intl.NumberFormat('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 2 }))
const wholeOrTenths = lazy(() => new Intl.NumberFormat('es-NI', { maximumFractionDigits: 1 }))

/** `12 × 10 × 8`. */
export const formatMeasures = ({ length, width, height }: Measures): string =>
  [length, width, height].map((inches) => wholeOrTenths().format(inches)).join(' × ')

/** `6 lbs`, `1.81 pie³`, `1 pieza`. */
export function formatQuantity(quantity: number, unit: PriceUnit): string {
  const number = Number.isInteger(quantity) ? String(quantity) : hundredths().format(quantity)
  if (unit === 'piece') return `${number} ${quantity === 1 ? 'pieza' : 'piezas'}`
  return `${number} ${unit === 'pound' ? 'lbs' : 'pie³'}`
}

type KeptPackage = {
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  pricePerPound: number | null
  priceRules: PriceRules | null
  discountType: PricedPackage['discountType']
  discountValue: number | null
}

export const toPriced = (one: KeptPackage): PricedPackage => ({
  weight: one.weight,
  pricePerPound: one.pricePerPound,
  rules: one.priceRules,
  measures: toMeasures(one),
  discountType: one.discountType,
  discountValue: one.discountValue,
})

export type PriceArithmetic = {
  /** `3.20 lbs · volumen 5.78`; empty if priced by piece. */
  known: string
  /** `6 lbs × US$5.50`, including the package's own discount. */
  charged: string
  total: string
  /** Missing measures may change the price. */
  lacksMeasures: boolean
}

function formatKnown(weight: Amount, measures: Measures | null, rules: PriceRules): string {
  if (rules.unit === 'piece') return ''
  if (rules.unit === 'cubic_foot') return measures === null ? '' : `${formatMeasures(measures)} pulg`
  const pounds = formatWeight(Number(weight))
  const { volumetricDivisor: divisor } = rules
  if (divisor === null || measures === null) return pounds
  return `${pounds} · volumen ${hundredths().format(computeVolumetricPounds(measures, divisor))}`
}

function formatDiscount({ discountType, discountValue }: PricedPackage): string {
  const value = Number(discountValue ?? 0)
  if (discountType === 'none' || value === 0) return ''
  return discountType === 'percentage' ? ` − ${value}%` : ` − ${formatMoney(value)}`
}

/** Null without rules or without a price. docs/product/tariff-rules.md, "The arithmetic". */
export function explainPrice(priced: PricedPackage): PriceArithmetic | null {
  const { weight, measures = null, rules = null } = priced
  const { quantity, unitPrice, totalPrice } = packagePrice(priced)
  if (rules === null || weight === null || quantity === null || unitPrice === null || totalPrice === null) return null
  const charged = formatQuantity(quantity, rules.unit)
  const known = formatKnown(weight, measures, rules)
  return {
    // An unchanged weight would appear twice.
    known: known === formatWeight(quantity) ? '' : known,
    charged: `${known === formatWeight(quantity) ? known : charged} × ${formatUnitPrice(unitPrice)}${formatDiscount(priced)}`,
    total: formatMoney(totalPrice),
    lacksMeasures: needsMeasures(rules) && measures === null,
  }
}

type ChargedItem = {
  weight: number
  length: number | null
  width: number | null
  height: number | null
  priceRules: PriceRules | null
  quantity: number
}

/**
 * `3.20 lbs · 12 × 10 × 8 pulg · volumen 5.78 → 6 lbs`; empty if the charged quantity is the weight.
 * docs/product/tariff-rules.md, "The arithmetic".
 */
export function formatBasis(item: ChargedItem): string {
  const { weight, priceRules: rules, quantity } = item
  if (rules === null) return ''
  const pounds = formatWeight(weight)
  if (rules.unit === 'piece') return `${pounds} · se cobra por pieza`
  const measures = toMeasures(item)
  const { volumetricDivisor: divisor } = rules
  const counts = rules.unit === 'cubic_foot' || divisor !== null
  const parts = [
    pounds,
    ...(measures !== null && counts ? [`${formatMeasures(measures)} pulg`] : []),
    ...(measures !== null && divisor !== null
      ? [`volumen ${hundredths().format(computeVolumetricPounds(measures, divisor))}`]
      : []),
  ]
  const basis = parts.join(' · ')
  return basis === formatWeight(quantity) ? '' : `${basis} → ${formatQuantity(quantity, rules.unit)}`
}

/** `6.00 lbs`, `1.81 pie³`, `1 pieza`. */
export const formatChargedColumn = ({ priceRules, quantity }: Pick<ChargedItem, 'priceRules' | 'quantity'>): string =>
  priceRules === null || priceRules.unit === 'pound'
    ? formatWeight(quantity)
    : formatQuantity(quantity, priceRules.unit)

export const joinSteps = ({ known, charged }: PriceArithmetic): string =>
  known === '' ? charged : `${known} → ${charged}`

/**
 * `3.20 lbs · volumen 5.78 → 6 lbs × US$5.50 = US$33.00`. Null if `explainPrice` returns null.
 * docs/product/tariff-rules.md, "The arithmetic".
 */
export function formatArithmetic(priced: PricedPackage): string | null {
  const arithmetic = explainPrice(priced)
  return arithmetic && `${joinSteps(arithmetic)} = ${arithmetic.total}`
}
