import { divideRounded, exact, times, toWire } from './money.ts'
import { type DecimalMark, readNumber } from './read-number.ts'
import { plainWords } from './search-text.ts'
import type { Measures } from './tariff-rules.ts'

/** The device's choice. */
export type LengthUnit = 'in' | 'cm'
export type WrittenLength = LengthUnit | 'mm' | 'm' | 'ft'

/** Each unit in inches, as a fraction. */
const inInch: Readonly<Record<WrittenLength, readonly [number: string, of: string]>> = {
  in: ['1', '1'],
  cm: ['2.54', '1'],
  mm: ['25.4', '1'],
  m: ['0.0254', '1'],
  ft: ['1', '12'],
}

const words: Readonly<Record<WrittenLength, RegExp>> = {
  in: /^(?:in|ins|inch|inches|plg|plgs|pulg|pulgs|pulgada|pulgadas|")$/,
  cm: /^(?:cms?|cent[ií]metros?|centimet(?:er|re)s?)$/,
  mm: /^(?:mms?|mil[ií]metros?|millimet(?:er|re)s?)$/,
  m: /^(?:m|mt|mts|mtrs?|metros?|met(?:er|re)s?)$/,
  ft: /^(?:ft|feet|foot|pies?|')$/,
}

export const readLengthUnit = (word: string): WrittenLength | undefined =>
  (Object.keys(words) as WrittenLength[]).find((unit) => words[unit].test(word.trim().toLowerCase().replace(/\.$/, '')))

/** `Medidas (cm)`. Undefined for two units, unless one is the English preposition "in". */
export function findLengthUnit(heading: string): WrittenLength | undefined {
  const all = plainWords(heading.replace(/[()[\],:;/_-]/g, ' '))
    .split(' ')
    .flatMap((word) => readLengthUnit(word) ?? [])
  const found = new Set(all.length > 1 ? all.filter((unit) => unit !== 'in') : all)
  return found.size === 1 ? [...found][0] : undefined
}

export const toInches = (length: number, unit: WrittenLength): number => {
  const [number, of] = inInch[unit]
  return toWire(divideRounded(times(exact(length), exact(of)), exact(number), 1, 'halfAwayFromZero'))
}

/** Turns two single quotes into the inch mark, among others. */
const plainSigns = (text: string): string =>
  text
    .replace(/[′’‘´`]/g, "'")
    .replace(/[″”“„]|''/g, '"')
    .replace(/[()[\]]/g, ' ')
    .trim()

type Side = { number: number; unit: WrittenLength | undefined }

const leading = /^(\p{L}+)\.?\s*:?\s+(?=[\d.,])/u
const side = /([\d.,]*\d[\d.,]*)\s*(\p{L}+\.?|["'])?/gu
const between = /[x×*✕✖]|\b(?:por|by)\b/gi

/** Reads each side with its unit; undefined if the text contains anything else. */
function readSides(text: string, decimal: DecimalMark | undefined): Side[] | undefined {
  const sides: Side[] = []
  const rest = text.replace(between, ' ').replace(side, (_, digits: string, word: string | undefined) => {
    const number = readNumber(digits, decimal)
    const unit = word === undefined ? undefined : readLengthUnit(word)
    const isRead = number !== undefined && (word === undefined || unit !== undefined)
    if (isRead) sides.push({ number, unit })
    return isRead ? ' ' : '?'
  })
  return rest.trim() === '' ? sides : undefined
}

/** A single unit applies to all sides; otherwise all have one or none has. */
function withUnits(sides: readonly Side[], first: WrittenLength | undefined, usual: WrittenLength) {
  const written = new Set([first, ...sides.map(({ unit }) => unit)].filter((unit) => unit !== undefined))
  const [only = usual] = written
  if (written.size > 1 && sides.some(({ unit }) => unit === undefined)) return undefined
  return sides.map(({ number, unit = only }) => toInches(number, unit))
}

/** Returns inches with one decimal. A written unit takes precedence; an unknown one refuses the text. */
function readLengths(text: string, unit: WrittenLength, decimal: DecimalMark | undefined): number[] | undefined {
  const signs = plainSigns(text)
  const [before, word] = leading.exec(signs) ?? []
  const first = word === undefined ? undefined : readLengthUnit(word)
  if (word !== undefined && first === undefined) return undefined
  const sides = readSides(signs.slice(before?.length ?? 0), decimal)
  return sides && withUnits(sides, first, unit)
}

export function readLength(text: string, unit: WrittenLength = 'in', decimal?: DecimalMark): number | undefined {
  const [length, ...more] = readLengths(text, unit, decimal) ?? []
  return more.length === 0 ? length : undefined
}

/**
 * `12x10x8`, `12 10 8`, `30 cm × 20 cm × 10 cm`. Returns inches with one decimal. A unit may be written after each side or once. Undefined
 * for other texts or units. docs/product/tariff-rules.md, "Measures".
 * @param unit the unit of numbers without one
 * @param decimal as for `readNumber`
 */
export function readMeasures(text: string, unit: WrittenLength = 'in', decimal?: DecimalMark): Measures | undefined {
  const inches = readLengths(text, unit, decimal) ?? []
  const [length, width, height] = inches
  return inches.length === 3 && length && width && height && inches.every((one) => one > 0)
    ? { length, width, height }
    : undefined
}

/** Undefined if the unit is not the problem. */
export function refuseUnit(text: string): string | undefined {
  const unknown = [
    ...plainSigns(text)
      .replace(between, ' ')
      .matchAll(/\p{L}+/gu),
  ].map(([word]) => word)
  const word = unknown.find((one) => readLengthUnit(one) === undefined)
  return word === undefined || !/\d/.test(text)
    ? undefined
    : `«${word}» no es una unidad de medida: escriba pulg, cm, mm, m o pies`
}
