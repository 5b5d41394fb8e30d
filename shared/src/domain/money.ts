import { Big } from 'big.js'

/** From JSON, user input, or a PostgreSQL numeric (a string). docs/product/pricing-and-money.md, "Exact decimals". */
export type Amount = number | string

/** Only this module calculates with it. */
export type Exact = Big

export const zero: Exact = new Big(0)

const hundredth = new Big('0.01')
const longestAmount = 40
const largestExponent = 20

function parse(amount: Amount): Exact | undefined {
  const text = String(amount).trim()
  if (text.length > longestAmount) return undefined
  try {
    const value = new Big(text)
    return Math.abs(value.e) > largestExponent ? undefined : value
  } catch {
    return undefined
  }
}

/** Returns 0 for anything but a decimal number. */
export function exact(amount: Amount | null | undefined): Exact {
  return parse(amount ?? 0) ?? zero
}

export function sum(values: readonly Exact[]): Exact {
  return values.reduce((total, value) => total.plus(value), zero)
}

/** Exact; may be negative. */
export function minus(value: Exact, other: Exact): Exact {
  return value.minus(other)
}

export function times(value: Exact, factor: Exact): Exact {
  return value.times(factor)
}

/** Exact: `value` × `percentage` ÷ 100. */
export function computePercent(value: Exact, percentage: Exact): Exact {
  return value.times(percentage).times(hundredth)
}

export function clamp(value: Exact, min: Exact, max: Exact): Exact {
  if (value.lt(min)) return min
  return value.gt(max) ? max : value
}

export function atLeastZero(value: Exact): Exact {
  return value.lt(zero) ? zero : value
}

export function isPositive(value: Exact): boolean {
  return value.gt(zero)
}

export function isBelow(value: Exact, limit: Exact): boolean {
  return value.lt(limit)
}

/** Rounds to two decimals, a half away from zero. docs/product/pricing-and-money.md, "Rounding". */
export function roundToCents(value: Exact): Exact {
  return value.round(2, Big.roundHalfUp)
}

/** Rounds half away from zero; to cents if the step is 0 or less. */
export function roundToStep(value: Exact, step: Exact): Exact {
  return isPositive(step) ? times(divideRounded(value, step, 0, 'halfAwayFromZero'), step) : roundToCents(value)
}

/** Expects a value of 0 or more, and returns it unchanged if the step is 0 or less. */
export function floorToStep(value: Exact, step: Exact): Exact {
  return isPositive(step) ? minus(value, value.mod(step)) : value
}

export function smaller(value: Exact, other: Exact): Exact {
  return value.lt(other) ? value : other
}

type Rounding = 'halfAwayFromZero' | 'up'

const scaled = new Map<string, typeof Big>()

function scaledTo(decimals: number, rounding: Rounding): typeof Big {
  const key = `${decimals} ${rounding}`
  const kept = scaled.get(key)
  if (kept) return kept
  const Scaled = Big()
  Scaled.DP = decimals
  Scaled.RM = rounding === 'up' ? Big.roundUp : Big.roundHalfUp
  scaled.set(key, Scaled)
  return Scaled
}

/**
 * Rounds once, a half (or, with `up`, every remainder) away from zero. Multiply before you divide. Throws when the divisor is 0.
 * docs/product/pricing-and-money.md, "Rounding".
 */
export function divideRounded(dividend: Exact, divisor: Exact, decimals: number, rounding: Rounding): Exact {
  const Scaled = scaledTo(decimals, rounding)
  return zero.plus(new Scaled(dividend).div(divisor))
}

/** Exact for up to 15 significant digits, which is every amount within the limits. docs/product/pricing-and-money.md, "Exact decimals". */
export function toWire(value: Exact): number {
  // Adding 0 turns -0 into 0.
  return value.toNumber() + 0
}
