import { visibleText } from './visible-text.ts'

/** The other one groups thousands. */
export type DecimalMark = '.' | ','

const money = /^(?:us?\$|usd|c\$|nio|\$)|(?:us?\$|usd|c\$|nio|\$)$/gi

/** Without money, spaces, the longer minus. */
const toDigits = (text: string): string =>
  visibleText(text)
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^(-?)\s*/, '$1')
    .replace(/^(-?)(.*)$/s, (_, sign: string, rest: string) => sign + rest.trim().replace(money, '').trim())
    // Anywhere else it parts two numbers.
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')

/** `1,234,567`. */
const isGrouped = (digits: string, mark: string): boolean => new RegExp(`^-?\\d{1,3}(?:[${mark}]\\d{3})+$`).test(digits)

const ambiguous = /^-?[1-9]\d{0,2}([.,])\d{3}$/
const plain = /^-?(?:\d+\.?\d*|\.\d+)$/

/** `1,234`: one mark, and three digits behind it. */
export const isAmbiguousNumber = (text: string): boolean => ambiguous.test(toDigits(text))

/** Undefined for a whole one, an ambiguous one and another text. */
export function findDecimalMark(text: string): DecimalMark | undefined {
  const digits = toDigits(text)
  if (readNumber(text) === undefined || ambiguous.test(digits)) return undefined
  const marks = [...digits].filter((sign) => sign === '.' || sign === ',')
  const last = marks.at(-1)
  if (last === undefined) return undefined
  // A repeated mark groups thousands.
  const isGrouping = marks.length > 1 && marks[0] === last
  return (last === ',') === isGrouping ? '.' : ','
}

/**
 * The one reader for files, forms and the carrier's bill. Undefined for any other text. docs/product/imports.md, "Values".
 * @param decimal what stands before the decimals of a number that can be read in two ways; the point, as in Nicaragua
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
