import { formatDate } from '@casillero/shared/domain/business-date'

export const isAge = (value: string): boolean => /^\d{1,4}$/.test(value)

/** Formats a date, or an age in days, since which a row has its state. */
export function ageText(value: string): string {
  if (!isAge(value)) return `desde ${formatDate(value)} o antes`
  const days = Number(value)
  if (days < 2) return `desde ${days === 0 ? 'hoy' : 'ayer'} o antes`
  return days === 2 ? 'más de 1 día' : `más de ${days - 1} días`
}

/** Formats the other end of the range, like `ageText`. */
export function untilText(value: string): string {
  if (!isAge(value)) return `desde ${formatDate(value)} o después`
  const days = Number(value)
  if (days === 0) return 'desde hoy'
  return days === 1 ? 'hasta 1 día' : `hasta ${days} días`
}

export function spanText(since: string | undefined, until: string | undefined): string | undefined {
  if (until === undefined) return since === undefined ? undefined : ageText(since)
  if (since === undefined) return untilText(until)
  return isAge(since) && isAge(until) ? `${since}–${until} días` : `${ageText(since)}, ${untilText(until)}`
}
