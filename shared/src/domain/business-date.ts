import { lazy } from './lazy.ts'

export const invalidDate = 'Fecha inválida'

const businessZone = 'America/Managua'
const plainDate = /^(\d{4})-(\d{2})-(\d{2})$/
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

const parts = lazy(
  () =>
    new Intl.DateTimeFormat('es-ES', {
      timeZone: businessZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)
const numbers = lazy(
  () => new Intl.DateTimeFormat('en-CA', { timeZone: businessZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/** Undefined for a date that does not exist, such as 30 February. */
function calendarDate(date: string): { year: number; month: number; day: number } | undefined {
  const [year = 0, month = 0, day = 0] = (plainDate.exec(date) ?? []).slice(1).map(Number)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : undefined
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function writeDate(year: number, month: number, day: number): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** Requires ISO 8601 with an offset, because without one the machine's time zone would count. */
function toInstant(instant: string | Date): Date | undefined {
  if (typeof instant === 'string' && !(isoInstant.test(instant) && calendarDate(instant.slice(0, 10)))) return undefined
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type DateParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

const splitInstant = (instant: Date): DateParts =>
  Object.fromEntries(
    parts()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )

const dayMonthYear = ({ day, month, year }: DateParts): string => `${day} ${month} ${year}`

/** Managua's date as `YYYY-MM-DD`. Throws RangeError for an invalid Date. docs/product/pricing-and-money.md, "Formats". */
export function businessDate(instant: Date): string {
  return numbers().format(instant)
}

/** In a shorter month, returns its last day. Returns any text other than `YYYY-MM-DD` unchanged. docs/product/catalogues.md, "Tarifas". */
export function addMonths(date: string, months: number): string {
  const start = calendarDate(date)
  if (start === undefined) return date
  const count = start.year * 12 + start.month - 1 + months
  const year = Math.floor(count / 12)
  const month = count - year * 12 + 1
  return writeDate(year, month, Math.min(start.day, daysInMonth(year, month)))
}

/** Includes both ends; a missing end is open. docs/product/catalogues.md, "Tariffs". */
export function isWithin(date: string, validity: { startDate: string | null; endDate: string | null }): boolean {
  return (validity.startDate || date) <= date && date <= (validity.endDate || date)
}

/** `20 nov 2026, 10:42` in Managua's time; `Fecha inválida` unless the text is ISO 8601. docs/product/pricing-and-money.md, "Formats". */
export function formatDateTime(instant: string | Date): string {
  const date = toInstant(instant)
  if (date === undefined) return invalidDate
  const shown = splitInstant(date)
  return `${dayMonthYear(shown)}, ${shown.hour}:${shown.minute}`
}

/** docs/product/pricing-and-money.md, "Formats". */
export function formatDate(date: string | Date): string {
  const plain = typeof date === 'string' ? calendarDate(date) : undefined
  // Noon in UTC is on the same day in Managua, so one formatter serves plain dates too.
  const instant = plain ? new Date(Date.UTC(plain.year, plain.month - 1, plain.day, 12)) : toInstant(date)
  return instant === undefined ? invalidDate : dayMonthYear(splitInstant(instant))
}

/** Leaves the year of `today` out. */
export function formatShortDate(date: string | Date, today = businessDate(new Date())): string {
  const text = formatDate(date)
  const year = ` ${today.slice(0, 4)}`
  return text.endsWith(year) ? text.slice(0, -year.length) : text
}
