import type { Prealert } from '@casillero/shared/contract/prealerts'
import { formatDate } from '@casillero/shared/domain/business-date'
import { daysSince } from '../../lib/waiting.ts'

export const formatName = ({ tracking }: Prealert): string => `prealerta ${tracking}`

/** Says when a purchase is expected, from today: `hoy`, `en 3 días`, `5 días tarde`. */
export function formatExpected({ daysLate }: Pick<Prealert, 'daysLate'>): string {
  if (daysLate === null) return 'Sin fecha'
  if (daysLate === 0) return 'hoy'
  const days = Math.abs(daysLate) === 1 ? '1 día' : `${Math.abs(daysLate)} días`
  return daysLate > 0 ? `${days} tarde` : `en ${days}`
}

/** The day itself, or since when a purchase without one is announced. */
export const formatDay = ({ expectedOn, createdAt }: Prealert): string =>
  expectedOn === null ? `avisada ${formatDate(new Date(createdAt))}` : formatDate(expectedOn)

export const isLate = ({ daysLate }: Pick<Prealert, 'daysLate'>): boolean => daysLate !== null && daysLate > 0

const askedWords = ['hoy', 'ayer']

/** Says when the client was asked; undefined where they can be asked today. */
export function findAsked({ askedAt, askableOn }: Prealert, today: string): { text: string; next: string } | undefined {
  if (askedAt === null || askableOn === null || askableOn <= today) return undefined
  const days = daysSince(askedAt)
  const text = `Preguntado ${askedWords[days] ?? `hace ${days} días`}`
  return { text, next: `${text}; otra vez el ${formatDate(askableOn)}` }
}
