export type DateOrder = 'dmy' | 'mdy'

export type ReadDate = { date: string; time: string | null }

const months = ['ene|jan', 'feb', 'mar', 'abr|apr', 'may', 'jun', 'jul', 'ago|aug', 'sep|set', 'oct', 'nov', 'dic|dec']
const findMonth = (name: string): number => months.findIndex((names) => new RegExp(`^(?:${names})`, 'i').test(name)) + 1

const numeric = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$|^(20\d{2})(\d{2})(\d{2})$/
const worded = /^(\d{1,2})[/.\- ]?(?:de )?([a-zñ]{3,10})\.?[/.\- ,]*(?:del? )?(\d{4}|\d{2})$/i
const wordFirst = /^([a-z]{3,10})\.?[/ -](\d{1,2})(?:,? (?:del? )?|[,/-])(\d{4}|\d{2})$/i
const serial = /^[2-7]\d{4}(?:\.\d+)?$/
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)[a-zé]*\.?,?\s+/i
const timed =
  /^(.*?)[T ,]+(\d{1,2})[:.h](\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*(?:h(?:rs?|oras)?\.?)?\s*(?:([ap])\.?\s?m\.?)?\s*(Z|[A-Z]{3,4}|(?:UTC|GMT)?\s?[+\-−]\d{1,2}(?::?\d{2})?)?$/i

/** Minutes from UTC, for zone names used in the United States and the region. */
const zones: Record<string, number> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
}
const managua = -360

function readOffset(zone: string): number | undefined {
  const named = zones[zone.toUpperCase()]
  if (named !== undefined) return named
  const [, sign, hours = '', minutes = '0'] = /([+\-−])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? []
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

const fullYear = (year: string): number => (year.length === 2 ? 2000 : 0) + Number(year)

function splitDay(day: string, order: DateOrder): [year: number, month: number, day: number] | undefined {
  const first = yearFirst.exec(day)
  if (first) return [Number(first[1] ?? first[4]), Number(first[2] ?? first[5]), Number(first[3] ?? first[6])]
  const plain = numeric.exec(day)
  if (plain) {
    const [one, two] = [Number(plain[1]), Number(plain[2])]
    return order === 'dmy' ? [fullYear(plain[3] ?? ''), two, one] : [fullYear(plain[3] ?? ''), one, two]
  }
  const word = worded.exec(day)
  if (word) return [fullYear(word[3] ?? ''), findMonth(word[2] ?? ''), Number(word[1])]
  const american = wordFirst.exec(day)
  return american ? [fullYear(american[3] ?? ''), findMonth(american[1] ?? ''), Number(american[2])] : undefined
}

/** Days since 1900, with the time of day as a fraction. */
export function dateOfSerial(days: number): ReadDate {
  // Excel assumes a 29 February 1900, so days from 60 on are one too high.
  const instant = new Date(Math.round((days - 25_569) * 86_400) * 1_000)
  const [date = '', time = ''] = instant.toISOString().split('T')
  return { date, time: Number.isInteger(days) ? null : time.slice(0, 5) }
}

const withoutWeekday = (text: string): string => text.trim().replace(weekday, '')

/** Leaves out what adds nothing: ordinals, a zone's second name, `a las`. A year behind the time is put before it. */
const plainDate = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ \([\p{L} ]+\)$/u, '')
    .replace(/([+-]\d{2}:?\d{2}) [A-Z]{2,5}$/i, '$1')
    .replace(/(\d)(?:st|nd|rd|th|ro|[º°])(?=[ ,])/i, '$1')
    .replace(/,? (?:a las?|at) (?=\d)/i, ' ')
    .replace(/(?<=\d) ?\/ ?(?=\d)/g, '/')
    .replace(/^(\D+ \d{1,2}) (\d{1,2}:\S+(?: [A-Z]{3,4})?) (\d{4})$/i, '$1 $3 $2')

/**
 * `2/10/2026`, `2026-10-02`, `20261002`, `lunes 2 de octubre del 2026`, with or without a time, or a spreadsheet's number. A time with a zone is converted to Managua's.
 * Undefined if the date does not exist. docs/product/imports.md, "Values".
 */
export function readDate(text: string, order: DateOrder): ReadDate | undefined {
  const plain = plainDate(text)
  // `Mar 24, 2026` is in March.
  return readPlain(plain, order) ?? readPlain(withoutWeekday(plain), order)
}

function readPlain(trimmed: string, order: DateOrder): ReadDate | undefined {
  if (serial.test(trimmed)) return dateOfSerial(Number(trimmed))
  const [, day = trimmed, hours, minutes, half, zone] = timed.exec(trimmed) ?? []
  const [year = 0, month = 0, number = 0] = splitDay(day.trim(), order) ?? []
  const at = new Date(Date.UTC(year, month - 1, number))
  const isReal =
    year >= 1990 && year < 2100 && at.getUTCMonth() === month - 1 && at.getUTCDate() === number && month > 0
  if (!isReal) return undefined
  if (hours === undefined) return { date: at.toISOString().slice(0, 10), time: null }
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  const offset = zone === undefined ? managua : readOffset(zone)
  if (hour >= 24 || Number(minutes) >= 60 || offset === undefined) return undefined
  const moved = new Date(at.getTime() + (hour * 60 + Number(minutes) - offset + managua) * 60_000)
  const [date = '', time = ''] = moved.toISOString().split('T')
  return { date, time: time.slice(0, 5) }
}

/** Matches three numbers, optionally followed by a time. */
const matchDay = (value: string): RegExpExecArray | null => {
  const text = withoutWeekday(value)
  return numeric.exec(timed.exec(text)?.[1]?.trim() ?? text)
}

/** `both` if every value fits either way, or some fit one and some the other; null if none is ambiguous. `doubt` is an ambiguous value. */
export function findDateOrder(values: readonly string[]): { order: DateOrder | 'both' | null; doubt: string | null } {
  let [isDayFirst, isMonthFirst] = [false, false]
  let doubt: string | null = null
  for (const value of values) {
    const match = matchDay(value)
    if (!match) continue
    const [first, second] = [Number(match[1]), Number(match[2])]
    if (Math.max(first, second) > 31 || Math.min(first, second) > 12) continue
    if (first > 12) isDayFirst = true
    else if (second > 12) isMonthFirst = true
    else if (first !== second) doubt ??= value
  }
  if (isDayFirst !== isMonthFirst) return { order: isDayFirst ? 'dmy' : 'mdy', doubt }
  const isOpen = doubt !== null || isDayFirst
  return { order: isOpen ? 'both' : null, doubt: isOpen ? (doubt ?? findFirst(values)) : null }
}

const findFirst = (values: readonly string[]): string | null => values.find((value) => matchDay(value) !== null) ?? null

/** Managua has no daylight saving time. Uses noon if there is no time. */
export const toInstant = ({ date, time }: ReadDate): Date => new Date(`${date}T${time ?? '12:00'}:00-06:00`)
