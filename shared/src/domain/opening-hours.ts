import { formatDate } from './business-date.ts'

export type DayHours = { from: string; to: string } | null

/** Monday first; `closedDates` are `YYYY-MM-DD`. */
export type OpeningHours = { days: readonly DayHours[]; closedDates: readonly string[] }

export const weekDays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

const workday = { from: '08:00', to: '17:00' }

/** The default: Monday to Saturday. */
export const proposedHours: OpeningHours = {
  days: [...Array.from({ length: 6 }, () => workday), null],
  closedDates: [],
}

export const trimHour = (time: string): string => time.replace(/^0/, '')
const describeDay = (hours: DayHours): string =>
  hours === null ? 'cerrado' : `${trimHour(hours.from)} a ${trimHour(hours.to)}`
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Lunes`, `Lunes y martes`, `Lunes a viernes`. */
function nameDays(first: number, last: number): string {
  const [from = '', to = ''] = [weekDays[first], weekDays[last]]
  if (first === last) return capitalise(from)
  return capitalise(last - first === 1 ? `${from} y ${to}` : `${from} a ${to}`)
}

// Days. Later closed dates do not matter to a client today.
const daysAhead = 14

/**
 * Joins consecutive equal days in one line and omits closed ones. Adds the closed dates of the two weeks from `today` (`YYYY-MM-DD`).
 * docs/product/tracking.md, "Hours".
 */
export function describeHours({ days, closedDates }: OpeningHours, today: string): string[] {
  const lines: string[] = []
  for (let first = 0; first < days.length; first += 1) {
    const text = describeDay(days[first] ?? null)
    let last = first
    while (last + 1 < days.length && describeDay(days[last + 1] ?? null) === text) last += 1
    if (days[first]) lines.push(`${nameDays(first, last)} ${text}`)
    first = last
  }
  const until = new Date(`${today}T12:00:00Z`)
  until.setUTCDate(until.getUTCDate() + daysAhead)
  const near = closedDates.filter((date) => date >= today && date <= until.toISOString().slice(0, 10))
  return near.length === 0 ? lines : [...lines, `Cerrado el ${near.map((date) => formatDate(date)).join(', ')}`]
}
