import { weekDays } from './opening-hours.ts'

/** Packages that took so many open days until they were ready, all of them. */
export type DayCount = { days: number; packages: number }

/** Open days by which half of the packages are ready, and nearly all. */
export type ArrivalDays = { half: number; most: number }

const fewestPackages = 20
/**
 * Nine in ten are to be ready by the later day. What comes is never quite like what was, so it is the day of a few more of the past: with
 * 0.9 the packages by sea of a year with a strike miss it too often, as the simulation in the test shows.
 */
const mostShare = 0.93

/** Undefined if they are too few to say anything. docs/product/packages.md, "Fecha prometida". */
export function chooseArrivalDays(counts: readonly DayCount[]): ArrivalDays | undefined {
  const total = counts.reduce((sum, { packages }) => sum + packages, 0)
  if (total < fewestPackages) return undefined
  let reached = 0
  let half: { days: number; miss: number } | undefined
  for (const { days, packages } of counts.toSorted((one, other) => one.days - other.days)) {
    reached += packages
    const share = reached / total
    // Whole days jump over the half; the nearer side of it counts.
    const miss = Math.abs(share - 0.5)
    if (half === undefined || miss < half.miss) half = { days, miss }
    if (share >= mostShare) return { half: half.days, most: Math.max(days, half.days) }
  }
  return undefined
}

/** Business days, `YYYY-MM-DD`. */
export type ArrivalWindow = { from: string; to: string }

const months = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
]

/** Later days are named by their month. */
const daysByName = 14
const dayMs = 86_400_000

const readDay = (day: string) => new Date(`${day}T12:00:00Z`)

const nameMonth = (date: Date): string => `${date.getUTCDate()} de ${months[date.getUTCMonth()] ?? ''}`

/** `el jueves 3`, `entre el jueves 3 y el lunes 7`, `entre el 14 y el 23 de diciembre`. */
export function nameArrival({ from, to }: ArrivalWindow, today: string): string {
  const [first, last] = [readDay(from), readDay(to)]
  if (last.getTime() - readDay(today).getTime() <= daysByName * dayMs) {
    const name = (date: Date) => `${weekDays[(date.getUTCDay() + 6) % 7] ?? ''} ${date.getUTCDate()}`
    return from === to ? `el ${name(last)}` : `entre el ${name(first)} y el ${name(last)}`
  }
  if (from === to) return `el ${nameMonth(last)}`
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `entre el ${isOneMonth ? first.getUTCDate() : nameMonth(first)} y el ${nameMonth(last)}`
}

/** The line under a status. */
export const describeArrival = (window: ArrivalWindow, today: string): string => `Llega ${nameArrival(window, today)}`
