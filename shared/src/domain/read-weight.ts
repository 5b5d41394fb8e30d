import { type Exact, exact, isPositive, roundToCents, sum, times, toWire } from './money.ts'
import { type DecimalMark, isMoney, readNumber } from './read-number.ts'
import { plainWords } from './search-text.ts'

export type WeightUnit = 'lb' | 'kg' | 'oz' | 'g'

const pounds: Readonly<Record<WeightUnit, string>> = {
  lb: '1',
  kg: '2.2046226218',
  oz: '0.0625',
  g: '0.0022046226218',
}

const words: Readonly<Record<WeightUnit, RegExp>> = {
  lb: /^(?:lbs?|lbr|libras?|pounds?|#)$/,
  kg: /^(?:kgs?|kilos?|kilogramos?|kilograms?|kgm)$/,
  oz: /^(?:ozs?|onz|onzas?|ounces?)$/,
  g: /^(?:g|grs?|grm|gms?|gramos?|grams?)$/,
}

/** Undefined if the word is not a unit. */
export const readWeightUnit = (word: string): WeightUnit | undefined =>
  (Object.keys(words) as WeightUnit[]).find((unit) => words[unit].test(word.trim().toLowerCase().replace(/\.$/, '')))

/** `Peso (oz)`. Undefined for two units. */
export function findWeightUnit(heading: string): WeightUnit | undefined {
  const found = new Set(
    plainWords(heading.replace(/[(){}[\],:;/_-]/g, ' '))
      .split(' ')
      .flatMap((word) => readWeightUnit(word) ?? []),
  )
  return found.size === 1 ? [...found][0] : undefined
}

const last = /^(.*?\d[.,]?)\s*(\p{L}+|#)\.?$/su
const first = /^(\p{L}+|#)[.:]*\s*(\d[\d.,\s]*)$/su

/** `KG 2.5` is `2.5KG`, `2 LB(S)` is `2 LBs`. */
const unitBehind = (text: string): string => text.trim().replace(/\(s\)/i, 's').replace(first, '$2$1')

export const withoutUnit = (text: string): string => {
  const [, number, word] = last.exec(unitBehind(text)) ?? []
  return number !== undefined && word !== undefined && readWeightUnit(word) !== undefined ? number : text
}

const part = /^(-?[\d.,][\d.,'\s]*)(\p{L}+|#)\.?\s*(?:(?:[,;+&]|y|and)\s*)?(.*)$/su

function readParts(text: string, decimal: DecimalMark | undefined): Exact | undefined {
  const [, digits = '', word = '', rest = ''] = part.exec(text) ?? []
  const [number, unit] = [readNumber(digits.trim(), decimal), readWeightUnit(word)]
  if (number === undefined || unit === undefined) return undefined
  const weight = times(exact(number), exact(pounds[unit]))
  if (rest === '') return weight
  const more =
    unit === 'lb' && readWeightUnit(part.exec(rest)?.[2] ?? '') === 'oz' ? readParts(rest, decimal) : undefined
  return more && sum([weight, more])
}

/**
 * Returns pounds with two decimals. A unit beside the number takes precedence over the column's. Undefined for other text or units.
 * docs/product/imports.md, "Values".
 * @param decimal as for `readNumber`
 */
export function readWeight(text: string, columnUnit: WeightUnit, decimal?: DecimalMark): number | undefined {
  if (isMoney(text)) return undefined
  const alone = readNumber(text.trim(), decimal)
  const weight =
    alone === undefined ? readParts(unitBehind(text), decimal) : times(exact(alone), exact(pounds[columnUnit]))
  if (weight === undefined) return undefined
  return isPositive(weight) ? toWire(roundToCents(weight)) : toWire(weight)
}
