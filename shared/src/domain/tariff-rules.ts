import {
  type Amount,
  divideRounded,
  type Exact,
  exact,
  floorToStep,
  isBelow,
  isPositive,
  minus,
  sum,
  times,
  toWire,
  zero,
} from './money.ts'
import type { PriceUnit } from './price-units.ts'

/** US$ per unit, from this charged quantity on. */
export type Tier = { from: number; price: number }

/** A package keeps the rules from when its tariff was assigned. */
export type PriceRules = {
  unit: PriceUnit
  minimumPounds: number | null
  /** Rounds up to a multiple of this. */
  roundUpTo: number | null
  /** A quantity at most this much above a step is rounded down. */
  roundingGrace: number | null
  /** Cubic inches per pound. */
  volumetricDivisor: number | null
  /** Ascending. Below the first tier, the tariff's own price applies. */
  tiers: Tier[]
}

/** Inches. */
export type Measures = { length: number; width: number; height: number }

type Sides = {
  length?: number | null | undefined
  width?: number | null | undefined
  height?: number | null | undefined
}

export function toMeasures({ length, width, height }: Sides): Measures | null {
  const isKnown = typeof length === 'number' && typeof width === 'number' && typeof height === 'number'
  return isKnown ? { length, width, height } : null
}

/** The default rules: weight × price per pound. */
export const plainRules: PriceRules = {
  unit: 'pound',
  minimumPounds: null,
  roundUpTo: null,
  roundingGrace: null,
  volumetricDivisor: null,
  tiers: [],
}

/** Sorts the tiers. Null if only weight × price per pound remains. docs/product/tariff-rules.md, "Rules". */
export function tidyRules(rules: PriceRules): PriceRules | null {
  const { unit } = rules
  const roundUpTo = unit === 'piece' ? null : rules.roundUpTo
  const tidy: PriceRules = {
    unit,
    minimumPounds: unit === 'pound' ? rules.minimumPounds || null : null,
    roundUpTo,
    roundingGrace: roundUpTo === null ? null : rules.roundingGrace || null,
    volumetricDivisor: unit === 'pound' ? rules.volumetricDivisor : null,
    tiers: unit === 'piece' ? [] : rules.tiers.toSorted((one, other) => one.from - other.from),
  }
  const isPlain =
    unit === 'pound' &&
    tidy.minimumPounds === null &&
    roundUpTo === null &&
    tidy.volumetricDivisor === null &&
    tidy.tiers.length === 0
  return isPlain ? null : tidy
}

type RuleDrafts = { [Name in keyof PriceRules]?: PriceRules[Name] | null | undefined }

const ruleNames = ['unit', 'minimumPounds', 'roundUpTo', 'roundingGrace', 'volumetricDivisor', 'tiers'] as const

/** Drops rules without effect. Undefined if the draft names no rules. */
export function readRules(draft: RuleDrafts): PriceRules | undefined {
  if (ruleNames.every((name) => draft[name] === undefined)) return undefined
  const { unit, tiers, minimumPounds = null, roundUpTo = null, roundingGrace = null, volumetricDivisor = null } = draft
  const rules = { minimumPounds, roundUpTo, roundingGrace, volumetricDivisor }
  return tidyRules({ unit: unit ?? 'pound', tiers: tiers ?? [], ...rules }) ?? plainRules
}

/** True if the price depends on the measures. */
export const needsMeasures = (rules: PriceRules | null): boolean =>
  rules !== null && (rules.unit === 'cubic_foot' || rules.volumetricDivisor !== null)

const cubicInchesInFoot = exact(1728)
const oneHundredth = exact('0.01')

const multiplyMeasures = ({ length, width, height }: Measures): Exact =>
  times(times(exact(length), exact(width)), exact(height))

/** `measures` are inches. Returns hundredths, at least one. */
function divideVolume(measures: Measures, divisor: Exact): Exact {
  const quantity = divideRounded(multiplyMeasures(measures), divisor, 2, 'halfAwayFromZero')
  return isBelow(quantity, oneHundredth) ? oneHundredth : quantity
}

export const computeVolumetricPounds = (measures: Measures, divisor: number): number =>
  toWire(divideVolume(measures, exact(divisor)))

const larger = (one: Exact, other: Exact): Exact => (isBelow(one, other) ? other : one)

/** Rounds down within the grace, but never to 0. */
function roundUp(quantity: Exact, { roundUpTo, roundingGrace }: PriceRules): Exact {
  if (roundUpTo === null) return quantity
  const step = exact(roundUpTo)
  const below = floorToStep(quantity, step)
  const isForgiven = isPositive(below) && !isBelow(exact(roundingGrace), minus(quantity, below))
  return isForgiven ? below : sum([below, step])
}

function countQuantity(weight: Exact, measures: Measures | null, rules: PriceRules): Exact | null {
  switch (rules.unit) {
    case 'piece':
      return exact(1)
    case 'cubic_foot':
      return measures === null ? null : roundUp(divideVolume(measures, cubicInchesInFoot), rules)
    case 'pound': {
      const { volumetricDivisor: divisor } = rules
      const volume = measures === null || divisor === null ? zero : divideVolume(measures, exact(divisor))
      return larger(roundUp(larger(weight, volume), rules), exact(rules.minimumPounds))
    }
  }
}

/** From the quantity `start` on, `from` is charged. */
export type TierBreak = { start: number; from: number }

/** Quantities from which charging the start of a higher tier is cheaper. docs/product/tariff-rules.md, "Order". */
export function listTierBreaks(basePrice: Amount, rules: PriceRules): TierBreak[] {
  const step = exact(rules.roundUpTo ?? '0.01')
  return rules.tiers.flatMap(({ from, price }, index) => {
    const before = exact(rules.tiers[index - 1]?.price ?? basePrice)
    if (!isPositive(before) || !isBelow(exact(price), before)) return []
    const even = divideRounded(times(exact(from), exact(price)), before, 6, 'halfAwayFromZero')
    const start = sum([floorToStep(even, step), step])
    return isBelow(start, exact(from)) ? [{ start: toWire(start), from }] : []
  })
}

/** `quantity` has two decimals in the rules' unit; `price` is US$ per unit. */
export type Charged = { quantity: Exact; price: Exact }

/** One tier prices the whole quantity. If the start of a higher tier is cheaper, that is charged, so that more never costs less. */
function choosePrice(quantity: Exact, basePrice: Exact, tiers: readonly Tier[]): Charged {
  const reached = tiers.findLast(({ from }) => !isBelow(quantity, exact(from)))
  const own: Charged = { quantity, price: reached === undefined ? basePrice : exact(reached.price) }
  const higher = tiers
    .map(({ from, price }): Charged => ({ quantity: exact(from), price: exact(price) }))
    .filter((tier) => isBelow(quantity, tier.quantity))
  return [own, ...higher].reduce((best, next) =>
    isBelow(times(next.quantity, next.price), times(best.quantity, best.price)) ? next : best,
  )
}

/**
 * Takes real or volumetric pounds, then grace and step, then minimum, then the tier. Pounds, inches, US$ per unit. Null if the measures needed
 * are missing. Never throws. docs/product/tariff-rules.md, "Order".
 */
export function computeCharged(
  weight: Amount,
  measures: Measures | null,
  basePrice: Amount,
  rules: PriceRules | null,
): Charged | null {
  if (rules === null) return { quantity: exact(weight), price: exact(basePrice) }
  const quantity = countQuantity(exact(weight), measures, rules)
  return quantity === null ? null : choosePrice(quantity, exact(basePrice), rules.tiers)
}
