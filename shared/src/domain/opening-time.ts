import { businessDate, formatDate } from './business-date.ts'
import { type DayHours, type OpeningHours, trimHour, weekDays } from './opening-hours.ts'
import { toInstant } from './read-date.ts'

const dayMs = 86_400_000
const pickupMs = 4 * 3_600_000
const mostDays = 500

type Opening = { date: string; hours: NonNullable<DayHours>; from: Date; to: Date }

const findWeekday = (date: string): number => (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

function* listOpenings({ days, closedDates }: OpeningHours, at: Date): Generator<Opening, undefined> {
  const today = businessDate(at)
  for (let count = 0; count < mostDays; count += 1) {
    const date = addDays(today, count)
    const hours = days[findWeekday(date)]
    if (!hours || closedDates.includes(date)) continue
    const [from, to] = [toInstant({ date, time: hours.from }), toInstant({ date, time: hours.to })]
    if (to > at) yield { date, hours, from, to }
  }
}

/**
 * Expires after four opening hours, counted from the next opening. Without hours, or if the company never opens, it expires after four
 * plain hours. docs/product/client-pages.md, "Voy en camino".
 */
export function planPickup(hours: OpeningHours | null, at: Date): { countsFrom: Date; expiresAt: Date } {
  let countsFrom: Date | undefined
  let left = pickupMs
  for (const { from, to } of hours ? listOpenings(hours, at) : []) {
    const start = from > at ? from : at
    countsFrom ??= start
    const room = to.getTime() - start.getTime()
    if (room >= left) return { countsFrom, expiresAt: new Date(start.getTime() + left) }
    left -= room
  }
  return { countsFrom: at, expiresAt: new Date(at.getTime() + pickupMs) }
}

/**
 * Seconds between two moments in which the company was open; all of them without hours. What was written and answered while it was closed
 * took none. docs/product/reports.md, "Conversations".
 */
export function countOpenSeconds(hours: OpeningHours | null, since: Date, until: Date): number {
  if (hours === null) return Math.max(0, Math.floor((until.getTime() - since.getTime()) / 1000))
  let ms = 0
  for (const { from, to } of listOpenings(hours, since)) {
    if (from >= until) break
    ms += Math.min(to.getTime(), until.getTime()) - Math.max(from.getTime(), since.getTime())
  }
  return Math.floor(ms / 1000)
}

function nameDay(date: string, today: string): string {
  if (date === today) return 'hoy'
  if (date === addDays(today, 1)) return 'mañana'
  return date < addDays(today, 7) ? `el ${weekDays[findWeekday(date)]}` : `el ${formatDate(date)}`
}

export function isClosedAt(hours: OpeningHours, at: Date): boolean {
  const opening = listOpenings(hours, at).next().value
  return !opening || opening.from > at
}

/** `hasta las 18:00`, `mañana a las 8:00`. Empty if the company never opens. docs/product/auto-answers.md, "Texts". */
export function nameOpening(hours: OpeningHours, at: Date): string {
  const opening = listOpenings(hours, at).next().value
  if (!opening) return ''
  if (opening.from <= at) return `hasta las ${trimHour(opening.hours.to)}`
  return `${nameDay(opening.date, businessDate(at))} a las ${trimHour(opening.hours.from)}`
}

/**
 * `Hoy cerramos a las 18:00`, `Abrimos mañana a las 8:00`. Empty if the company never opens. docs/product/client-pages.md, "Voy en camino".
 */
export function describeOpening(hours: OpeningHours, at: Date): string {
  const opening = listOpenings(hours, at).next().value
  if (!opening) return ''
  if (opening.from <= at) return `Hoy cerramos a las ${trimHour(opening.hours.to)}`
  return `Abrimos ${nameOpening(hours, at)}`
}
