import { Big } from 'big.js'

/**
 * An amount from outside: a JSON number, a user's text, or a PostgreSQL numeric (a string).
 * docs/product/pricing-and-money.md, "Exact decimals".
 */
export type Amount = number | string

/** An exact decimal. Only this module computes with it; every other file passes it on. */
export type Exact = Big

/** The exact zero. */
export const zero: Exact = new Big(0)

const hundredth = new Big('0.01')
const longestAmount = 40
const largestExponent = 20

function parse(amount: Amount): Exact | undefined {
  const text = String(amount).trim()
  // A longer text or exponent is no amount, and its expansion would take minutes.
  if (text.length > longestAmount) return undefined
  try {
    const value = new Big(text)
    return Math.abs(value.e) > largestExponent ? undefined : value
  } catch {
    return undefined
  }
}

/** Reads an amount exactly. A missing value and one that is no decimal number count 0. */
export function exact(amount: Amount | null | undefined): Exact {
  return parse(amount ?? 0) ?? zero
}

/** The exact sum of any number of values; 0 when there are none. */
export function sum(values: readonly Exact[]): Exact {
  return values.reduce((total, value) => total.plus(value), zero)
}

/** `value` less `other`, exactly; may be negative. */
export function minus(value: Exact, other: Exact): Exact {
  return value.minus(other)
}

/** The exact product. */
export function times(value: Exact, factor: Exact): Exact {
  return value.times(factor)
}

/** `percentage` hundredths of the value, exactly. */
export function computePercent(value: Exact, percentage: Exact): Exact {
  return value.times(percentage).times(hundredth)
}

/** The value, brought into the range from `min` to `max`. */
export function clamp(value: Exact, min: Exact, max: Exact): Exact {
  if (value.lt(min)) return min
  return value.gt(max) ? max : value
}

/** The value, or 0 when it is negative. */
export function atLeastZero(value: Exact): Exact {
  return value.lt(zero) ? zero : value
}

/** Says whether the value is above 0. */
export function isPositive(value: Exact): boolean {
  return value.gt(zero)
}

/** Says whether the value is below the limit. */
export function isBelow(value: Exact, limit: Exact): boolean {
  return value.lt(limit)
}

/** Rounds to two decimals, a half away from zero. docs/product/pricing-and-money.md, "Rounding". */
export function roundToCents(value: Exact): Exact {
  return value.round(2, Big.roundHalfUp)
}

/** The closest multiple of the step, a half away from zero; the value rounded to cents where the step is 0 or below. */
export function roundToStep(value: Exact, step: Exact): Exact {
  return isPositive(step) ? times(divideRounded(value, step, 0, 'halfAwayFromZero'), step) : roundToCents(value)
}

/** The largest multiple of the step that is not above the value, which is 0 or more; the value itself where the step is 0 or below. */
export function floorToStep(value: Exact, step: Exact): Exact {
  return isPositive(step) ? minus(value, value.mod(step)) : value
}

/** The smaller of two values. */
export function smaller(value: Exact, other: Exact): Exact {
  return value.lt(other) ? value : other
}

type Rounding = 'halfAwayFromZero' | 'up'

const scaled = new Map<string, typeof Big>()

/** The kind of number that divides so; kept, because making one takes longer than the division. */
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
 * Divides and rounds once: gives the true quotient to that many decimals, a half (or, with `up`, every remainder) away from zero.
 * Multiply before you divide; a quotient that is rounded twice is off by a cent now and then. Throws when the divisor is 0.
 * docs/product/pricing-and-money.md, "Rounding".
 */
export function divideRounded(dividend: Exact, divisor: Exact, decimals: number, rounding: Rounding): Exact {
  const Scaled = scaledTo(decimals, rounding)
  return zero.plus(new Scaled(dividend).div(divisor))
}

/**
 * Gives the value as a JSON number; exact for up to 15 significant digits, which is every amount within the limits.
 * docs/product/pricing-and-money.md, "Exact decimals".
 */
export function toWire(value: Exact): number {
  // Adding 0 turns the -0 of an empty difference into the 0 that people expect.
  return value.toNumber() + 0
}
