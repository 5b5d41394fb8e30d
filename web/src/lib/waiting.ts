import { businessDate } from '@casillero/shared/domain/business-date'

const dayMs = 86_400_000
/** Days from which the age is in bold. */
const longWait = 10

/** Counts business days. */
export function daysSince(instant: string): number {
  const [from, to] = [new Date(instant), new Date()].map((date) => Date.parse(businessDate(date)))
  return Math.max(0, Math.round(((to ?? 0) - (from ?? 0)) / dayMs))
}

export const daysText = (days: number): string => (days === 0 ? 'hoy' : days === 1 ? '1 día' : `${days} días`)

export const isLong = (days: number): boolean => days >= longWait
