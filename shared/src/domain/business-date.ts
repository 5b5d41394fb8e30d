import { lazy } from './lazy.ts'

/** The text of a missing or invalid date. */
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

/** The parts of a `YYYY-MM-DD` that is on the calendar; a date such as 30 February is not. */
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

/** Reads an instant; a text must be ISO 8601 with its offset, because without one it would follow the machine's zone. */
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

/**
 * The business day of an instant, Managua's, as `YYYY-MM-DD`. Throws RangeError for an invalid Date.
 * docs/product/pricing-and-money.md, "Formats".
 */
export function businessDate(instant: Date): string {
  return numbers().format(instant)
}

/**
 * The date that many months later, on the last day of a month that is too short (a tariff's default validity is today to three
 * months later). Returns any other text than `YYYY-MM-DD` unchanged.
 * docs/product/catalogues.md, "Tarifas".
 */
export function addMonths(date: string, months: number): string {
  const start = calendarDate(date)
  if (start === undefined) return date
  const count = start.year * 12 + start.month - 1 + months
  const year = Math.floor(count / 12)
  const month = count - year * 12 + 1
  return writeDate(year, month, Math.min(start.day, daysInMonth(year, month)))
}

/**
 * Says whether a date (`YYYY-MM-DD`) lies within a validity, both ends included; an end that is missing is open.
 * docs/product/catalogues.md, "Tariffs".
 */
export function isWithin(date: string, validity: { startDate: string | null; endDate: string | null }): boolean {
  return (validity.startDate || date) <= date && date <= (validity.endDate || date)
}

/**
 * An instant as Managua reads it, 24 hours: `20 nov 2026, 10:42`. Takes ISO 8601 with its offset; `Fecha inválida` for anything
 * else.
 * docs/product/pricing-and-money.md, "Formats".
 */
export function formatDateTime(instant: string | Date): string {
  const date = toInstant(instant)
  if (date === undefined) return invalidDate
  const shown = splitInstant(date)
  return `${dayMonthYear(shown)}, ${shown.hour}:${shown.minute}`
}

/**
 * A plain date (`YYYY-MM-DD`) or the business day of an instant: `20 nov 2026`. `Fecha inválida` for anything else.
 * docs/product/pricing-and-money.md, "Formats".
 */
export function formatDate(date: string | Date): string {
  const plain = typeof date === 'string' ? calendarDate(date) : undefined
  // Noon in UTC is the same day in Managua, so that one formatter serves plain dates too.
  const instant = plain ? new Date(Date.UTC(plain.year, plain.month - 1, plain.day, 12)) : toInstant(date)
  return instant === undefined ? invalidDate : dayMonthYear(splitInstant(instant))
}
