import { formatDate } from '@casillero/shared/domain/business-date'

/** Whether a filter names how many days ago it was, in place of a day. */
export const isAge = (value: string): boolean => /^\d{1,4}$/.test(value)

/** Since when a row is where it is, by a day or by the days that have passed. */
export function ageText(value: string): string {
  if (!isAge(value)) return `desde ${formatDate(value)} o antes`
  const days = Number(value)
  if (days < 2) return `desde ${days === 0 ? 'hoy' : 'ayer'} o antes`
  return days === 2 ? 'más de 1 día' : `más de ${days - 1} días`
}
