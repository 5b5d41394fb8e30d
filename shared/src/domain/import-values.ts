import { casilleroCode } from './casillero-code.ts'
import { type Exact, exact, isPositive, roundToCents, times, toWire } from './money.ts'
import { type DecimalMark, readNumber } from './read-number.ts'
import { plainWords } from './search-text.ts'

const poundsPerKilogram = '2.2046226218'

const unitOf = /^(.*?)\s*(lbs?|libras?|pounds?|kgs?|kilos?|kilogramos?)\.?$/i

/** A weight without the unit beside it. */
export const withoutUnit = (text: string): string => unitOf.exec(text.trim())?.[1] ?? text

/**
 * Reads a weight in pounds with two decimals. A unit that stands beside the number counts, else that of the column. Undefined for
 * what is no number.
 * docs/product/imports.md, "Values".
 *
 * @param decimal as for `readNumber`
 */
export function readWeight(text: string, columnUnit: 'lb' | 'kg', decimal?: DecimalMark): number | undefined {
  const [, before, unit = columnUnit] = unitOf.exec(text.trim()) ?? [undefined, text.trim()]
  const number = readNumber(before ?? '', decimal)
  if (number === undefined) return undefined
  const weight: Exact = exact(number)
  const pounds = /^k/i.test(unit) ? times(weight, exact(poundsPerKilogram)) : weight
  return isPositive(pounds) ? toWire(roundToCents(pounds)) : number
}

/** Day before month, as in Nicaragua, or month before day, as in the United States. */
export type DateOrder = 'dmy' | 'mdy'

/** A day, and the time of day where the text has one. */
export type ReadDate = { date: string; time: string | null }

const months = ['ene|jan', 'feb', 'mar', 'abr|apr', 'may', 'jun', 'jul', 'ago|aug', 'sep|set', 'oct', 'nov', 'dic|dec']
const monthOf = (name: string): number => months.findIndex((names) => new RegExp(`^(?:${names})`, 'i').test(name)) + 1

const numeric = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/
const worded = /^(\d{1,2})[/.\- ](?:de )?([a-zñ]{3,10})\.?[/.\- ,]*(?:de )?(\d{4}|\d{2})$/i
const wordFirst = /^([a-z]{3,10})\.?[ -](\d{1,2}),?[ -](\d{4})$/i
const serial = /^[2-7]\d{4}(?:\.\d+)?$/
const timed = /^(.*?)[T ,]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?(?:Z)?$/i

const fullYear = (year: string): number => (year.length === 2 ? 2000 : 0) + Number(year)

function partsOf(day: string, order: DateOrder): [year: number, month: number, day: number] | undefined {
  const first = yearFirst.exec(day)
  if (first) return [Number(first[1]), Number(first[2]), Number(first[3])]
  const plain = numeric.exec(day)
  if (plain) {
    const [one, two] = [Number(plain[1]), Number(plain[2])]
    return order === 'dmy' ? [fullYear(plain[3] ?? ''), two, one] : [fullYear(plain[3] ?? ''), one, two]
  }
  const word = worded.exec(day)
  if (word) return [fullYear(word[3] ?? ''), monthOf(word[2] ?? ''), Number(word[1])]
  const american = wordFirst.exec(day)
  return american ? [Number(american[3]), monthOf(american[1] ?? ''), Number(american[2])] : undefined
}

/** The day that Excel counts as this number, from 1900, with its time of day. */
export function dateOfSerial(days: number): ReadDate {
  // Excel's calendar has a 29 February 1900, so that its day 60 and what follows are one later than the count says.
  const instant = new Date(Math.round((days - 25_569) * 86_400) * 1_000)
  const [date = '', time = ''] = instant.toISOString().split('T')
  return { date, time: Number.isInteger(days) ? null : time.slice(0, 5) }
}

/**
 * Reads a date: `2/10/2026`, `02-10-26`, `2026-10-02`, `2 oct 2026`, with a time of day or without, or the number of days that a
 * spreadsheet keeps. Undefined for another text, and for a day that no calendar has.
 * docs/product/imports.md, "Values".
 */
export function readDate(text: string, order: DateOrder): ReadDate | undefined {
  const trimmed = text.trim()
  if (serial.test(trimmed)) return dateOfSerial(Number(trimmed))
  const [, day = trimmed, hours, minutes, half] = timed.exec(trimmed) ?? []
  const [year = 0, month = 0, number = 0] = partsOf(day.trim(), order) ?? []
  const at = new Date(Date.UTC(year, month - 1, number))
  const isReal =
    year >= 1990 && year < 2100 && at.getUTCMonth() === month - 1 && at.getUTCDate() === number && month > 0
  if (!isReal) return undefined
  const date = at.toISOString().slice(0, 10)
  if (hours === undefined) return { date, time: null }
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  return hour < 24 && Number(minutes) < 60 ? { date, time: `${String(hour).padStart(2, '0')}:${minutes}` } : undefined
}

/** Which order the dates of a column have: month first only where a value says so, and none says the opposite. */
export function dateOrderOf(values: readonly string[]): DateOrder {
  const pairs = values
    .map((value) => numeric.exec(value.trim().split(/[T ,]/)[0] ?? ''))
    .filter((match) => match !== null)
  const isSecondTooLarge = pairs.some((match) => Number(match[2]) > 12)
  return isSecondTooLarge && !pairs.some((match) => Number(match[1]) > 12) ? 'mdy' : 'dmy'
}

/** The instant of a day in Managua, which keeps no summer time; a day without a time counts as its noon. */
export const instantOf = ({ date, time }: ReadDate): Date => new Date(`${date}T${time ?? '12:00'}:00-06:00`)

const airNames = new Set([
  'aereo',
  'aerea',
  'aire',
  'air',
  'avion',
  'a',
  'air freight',
  'via aerea',
  'airfreight',
  'express',
])
const seaNames = new Set([
  'maritimo',
  'maritima',
  'mar',
  'sea',
  'ocean',
  'barco',
  'm',
  'oceano',
  'via maritima',
  'ocean freight',
])

/** The method of shipping that a word means, in Spanish or English; undefined for another word. */
export function readMethod(text: string): 'aereo' | 'maritimo' | undefined {
  const words = plainWords(text)
  if (airNames.has(words)) return 'aereo'
  return seaNames.has(words) ? 'maritimo' : undefined
}

/** Finds the one of this name: the same words, else the only one that begins with them. */
export function findNamed<T extends { name: string }>(all: readonly T[], text: string): T | undefined {
  const words = plainWords(text)
  if (words === '') return undefined
  const same = all.filter(({ name }) => plainWords(name) === words)
  const found = same.length > 0 ? same : all.filter(({ name }) => plainWords(name).startsWith(words))
  return found.length === 1 ? found[0] : undefined
}

/** Whether a number has passed through a spreadsheet that kept fifteen of its digits: `9.40011E+21`. */
export const hasLostDigits = (text: string): boolean => /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text.trim())

/**
 * Reads a mailbox number as people write it: `TRE 31`, `tre-0031` and, with the company's letters, `31`. Undefined for what can be
 * none.
 * docs/product/imports.md, "Clients".
 */
export function readCasillero(text: string, prefix: string): { casillero: string; number: number } | undefined {
  const [, letters, digits = ''] = /^([a-z]{2,5})?[\s.#:_-]{0,3}(\d{1,6})$/i.exec(text.trim()) ?? []
  const number = Number(digits)
  return number > 0 ? { casillero: casilleroCode((letters ?? prefix).toUpperCase(), number), number } : undefined
}

/** Splits a whole name: the last two words are the surnames, of two words the last one, of one none. */
export function splitName(name: string): { firstName: string; middleName: string; lastNames: string } {
  const words = name.trim().split(/\s+/)
  const surnames = words.length >= 3 ? 2 : words.length - 1
  const [firstName = '', ...middle] = words.slice(0, words.length - surnames)
  return { firstName, middleName: middle.join(' '), lastNames: words.slice(words.length - surnames).join(' ') }
}
