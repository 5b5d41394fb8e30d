import { businessDate } from '@casillero/shared/domain/business-date'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Nicaragua has no summer time. */
const managuaOffsetMs = 6 * 60 * minuteMs
const saturday = 6

/** Days as whole numbers from today (0) backwards; times as minutes of Managua's day. */
export type BusinessCalendar = {
  now: Date
  at(day: number, minute: number): Date
  /** `YYYY-MM-DD` of a day. */
  date(day: number): string
  isOpen(day: number): boolean
  /** The day itself, or the first one after it when it is a Sunday. */
  openDay(day: number): number
  /** The first day from this one on with that weekday (0 is Sunday). */
  nextWeekday(day: number, weekdays: readonly number[]): number
  /** The day that an instant falls on. */
  dayOf(instant: Date): number
}

export const opening = 8 * 60
export const closing = 18 * 60

/** The courier's calendar around an instant; it works Mondays to Saturdays from 8:00 to 18:00. */
export function createBusinessCalendar(now: Date): BusinessCalendar {
  const midnight = Date.parse(`${businessDate(now)}T00:00:00Z`) + managuaOffsetMs
  const weekday = (day: number) => new Date(midnight - managuaOffsetMs + day * dayMs).getUTCDay()
  const isOpen = (day: number) => weekday(day) !== 0
  return {
    now,
    at: (day, minute) => new Date(midnight + day * dayMs + minute * minuteMs),
    date: (day) => new Date(midnight - managuaOffsetMs + day * dayMs).toISOString().slice(0, 10),
    isOpen,
    openDay: (day) => (isOpen(day) ? day : day + 1),
    nextWeekday: (day, weekdays) => {
      for (let candidate = day; candidate <= day + saturday; candidate += 1) {
        if (weekdays.includes(weekday(candidate))) return candidate
      }
      return day
    },
    dayOf: (instant) => Math.floor((instant.getTime() - midnight) / dayMs),
  }
}
