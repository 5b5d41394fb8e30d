/** Excel's limit. A longer format is not a date's, and is not searched. */
const longestFormat = 255

/** What stands around the digits. Each group of digits but the first has its length and the sign before it: `0000-0000`. */
type Digits = { before: string; after: string; least: number; groups: { sign: string; length: number }[] }

/** How a style shows a number; null: as it is. */
export type Look = 'date' | Digits | null

/** Excel's built-in formats. */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36) || (format >= 50 && format <= 58)

export const builtInLook = (format: number): Look => (isBuiltInDate(format) ? 'date' : null)

const showsDay = (code: string): boolean => /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, ''))

/** A text, an escaped letter, a currency, what is not shown, digits, any other sign. */
const token = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].|(General|[0#?]+)|(.)/gsu
/** Percentages, powers, fractions, texts, times, thousands left out: the number is plainer. */
const isOther = (sign: string): boolean => /[\p{L}%/@]/u.test(sign)

/** Reads the section for positive numbers. */
export function readLook(code: string): Look {
  if (code.length > longestFormat) return null
  if (showsDay(code)) return 'date'
  if (/\[[<>=]|[0#?],+(?![0#?])/.test(code)) return null
  const digits: Digits = { before: '', after: '', least: 0, groups: [] }
  let [isAfterPoint, literal] = [false, '']
  for (const [, quoted, escaped, currency, places, sign] of code.matchAll(token)) {
    if (sign === ';') break
    if (sign !== undefined && isOther(sign)) return null
    if (places === undefined) {
      if (sign === '.' && digits.groups.length > 0) isAfterPoint = true
      else if (sign !== ',') literal += quoted ?? escaped ?? currency ?? sign ?? ''
    } else if (!isAfterPoint) {
      if (digits.groups.length === 0) digits.before = literal
      digits.least += places === 'General' ? 0 : places.replace(/[^0]/g, '').length
      const last = digits.groups.at(-1)
      if (last && literal === '') last.length += places.length
      else digits.groups.push({ sign: digits.groups.length === 0 ? '' : literal, length: places.length })
      literal = ''
    }
  }
  const isPlain = digits.before + literal === '' && digits.least < 2 && digits.groups.length < 2
  return isPlain || digits.groups.length === 0 ? null : { ...digits, after: literal }
}

/** Adds what the cell shows around its number, and keeps all decimals. */
export function showNumber(plain: string, { before, after, least, groups }: Digits): string {
  const [, minus = '', whole = '', decimals = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(plain) ?? []
  if (whole === '') return plain
  let left = whole.padStart(least, '0')
  let shown = ''
  for (const { sign, length } of groups.slice(1).toReversed()) {
    if (left.length <= length) break
    shown = sign + left.slice(-length) + shown
    left = left.slice(0, -length)
  }
  return `${minus}${before}${left}${shown}${decimals}${after}`
}
