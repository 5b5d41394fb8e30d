import { formatDate } from '@casillero/shared/domain/business-date'

const dayMs = 86_400_000
/** Older days are shown as dates. */
const mostDays = 7

export const countDays = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs))

/** `1 día`, `3 días`. */
export const nameDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`)

/** In words up to seven days; empty for older ones. Both are `YYYY-MM-DD`. */
export function nameAge(day: string, today: string): string {
  const days = countDays(day, today)
  if (days === 0) return 'hoy'
  if (days === 1) return 'ayer'
  return days <= mostDays ? `hace ${nameDays(days)}` : ''
}

/** In words up to seven days, then as a date. Both are `YYYY-MM-DD`. */
export const describeDay = (day: string, today: string): string => nameAge(day, today) || `el ${formatDate(day)}`
