import { visibleText } from './visible-text.ts'

/** The other mark separates thousands. */
export type DecimalMark = '.' | ','

const money = /^(?:us?\$|usd|c\$|nio|\$)|(?:us?\$|usd|c\$|nio|\$)$/gi

export const isMoney = (text: string): boolean => /\$|usd|nio/i.test(text)

/** Removes currency marks and spaces, and normalises the minus sign. */
const toDigits = (text: string): string =>
  visibleText(text)
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^(-?)\s*/, '$1')
    .replace(/^(-?)(.*)$/s, (_, sign: string, rest: string) => sign + rest.trim().replace(money, '').trim())
    // Elsewhere, a space or an apostrophe separates two numbers.
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')

/** `1,234,567`. */
const isGrouped = (digits: string, mark: string): boolean => new RegExp(`^-?\\d{1,3}(?:[${mark}]\\d{3})+$`).test(digits)

const ambiguous = /^-?[1-9]\d{0,2}([.,])\d{3}$/
const plain = /^-?(?:\d+\.?\d*|\.\d+)$/

/** True for `1,234`: one mark followed by three digits. */
export const isAmbiguousNumber = (text: string): boolean => ambiguous.test(toDigits(text))

/** Undefined for an integer, an ambiguous number, or other text. */
export function findDecimalMark(text: string): DecimalMark | undefined {
  const digits = toDigits(text)
  if (readNumber(text) === undefined || ambiguous.test(digits)) return undefined
  const marks = [...digits].filter((sign) => sign === '.' || sign === ',')
  const last = marks.at(-1)
  if (last === undefined) return undefined
  // A repeated mark separates thousands.
  const isGrouping = marks.length > 1 && marks[0] === last
  return (last === ',') === isGrouping ? '.' : ','
}

/**
 * Used for files, forms and the carrier's bill. Undefined for other text. docs/product/imports.md, "Values".
 * @param decimal the decimal mark for an ambiguous number; a point by default, as in Nicaragua
 */
export function readNumber(text: string, decimal: DecimalMark = '.'): number | undefined {
  const digits = toDigits(text)
  if (!/^-?[\d.,]*\d[\d.,]*$/.test(digits)) return undefined
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const last = digits[at]
  const way = ambiguous.test(digits) ? decimal : last
  if (last === undefined || way === undefined) return Number(digits)
  const isGrouping = way !== last || digits.indexOf(last) !== at
  const whole = isGrouping ? digits : digits.slice(0, at)
  const mark = isGrouping ? last : last === ',' ? '.' : ','
  if (whole.includes(mark) && !isGrouped(whole, mark)) return undefined
  const written = whole.replaceAll(mark, '') + (isGrouping ? '' : `.${digits.slice(at + 1)}`)
  return plain.test(written) ? Number(written) : undefined
}

export const isInCordobas = (text: string): boolean => /c\s?\$|nio|c[oó]rdoba/i.test(text)

/** Like `readNumber`; undefined for an amount in córdobas too. */
export const readDollars = (text: string, decimal?: DecimalMark): number | undefined =>
  isInCordobas(text) ? undefined : readNumber(text, decimal)
