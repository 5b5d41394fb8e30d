import { formatDate } from './business-date.ts'

/** The hours of a day as `08:00`; null for a day on which the company is closed. */
export type DayHours = { from: string; to: string } | null

/** The hours of a week, Monday first, and the days on which the company is closed all the same, as `YYYY-MM-DD`. */
export type OpeningHours = { days: readonly DayHours[]; closedDates: readonly string[] }

export const weekDays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

const workday = { from: '08:00', to: '17:00' }

/** The hours that a company is offered first: Monday to Saturday. */
export const proposedHours: OpeningHours = {
  days: [...Array.from({ length: 6 }, () => workday), null],
  closedDates: [],
}

/** Writes an hour without its first zero: `8:00`. */
export const trimHour = (time: string): string => time.replace(/^0/, '')
const describeDay = (hours: DayHours): string =>
  hours === null ? 'cerrado' : `${trimHour(hours.from)} a ${trimHour(hours.to)}`
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Names days that follow each other: `Lunes`, `Lunes y martes`, `Lunes a viernes`. */
function nameDays(first: number, last: number): string {
  const [from = '', to = ''] = [weekDays[first], weekDays[last]]
  if (first === last) return capitalise(from)
  return capitalise(last - first === 1 ? `${from} y ${to}` : `${from} a ${to}`)
}

// Closed days that are further away say nothing to a client of today.
const daysAhead = 14

/**
 * Says opening hours in lines: equal days that follow each other in one, closed ones not at all, and the closed dates of the two weeks
 * from `today`, a `YYYY-MM-DD`. docs/product/tracking.md, "Hours".
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
