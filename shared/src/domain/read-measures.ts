import { divideRounded, exact, toWire } from './money.ts'
import { type DecimalMark, readNumber } from './read-number.ts'
import type { Measures } from './tariff-rules.ts'

export type LengthUnit = 'in' | 'cm'

const centimetresInInch = exact('2.54')
const betweenSides = /\s*(?:[x×*]|\bpor\b)\s*|\s+/i
const unitAtEnd = /\s*(?:pulg(?:adas)?|in(?:ches)?|"|cms?)\.?$/i

/** A length in inches to one decimal. */
export const toInches = (length: number, unit: LengthUnit): number =>
  toWire(divideRounded(exact(length), unit === 'in' ? exact(1) : centimetresInInch, 1, 'halfAwayFromZero'))

/**
 * Reads three lengths as people type them and a dimensioner sends them: `12x10x8`, `12 10 8`, `12*10*8`; gives inches to one decimal.
 * Undefined for any other text.
 * docs/product/tariff-rules.md, "Measures".
 *
 * @param unit that of the numbers
 * @param decimal as for `readNumber`
 */
export function readMeasures(text: string, unit: LengthUnit = 'in', decimal?: DecimalMark): Measures | undefined {
  const sides = text.trim().replace(unitAtEnd, '').split(betweenSides)
  const inches = sides.map((side) => readNumber(side, decimal)).map((side) => side && toInches(side, unit))
  const [length, width, height] = inches
  return inches.length === 3 && length && width && height && inches.every((side) => Number(side) > 0)
    ? { length, width, height }
    : undefined
}
