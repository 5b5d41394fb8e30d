import type { AskedAll, Prealert } from '@casillero/shared/contract/prealerts'
import { formatDate, formatShortDate } from '@casillero/shared/domain/business-date'
import { daysSince } from '../../lib/waiting.ts'

export const formatName = ({ tracking }: Prealert): string => `prealerta ${tracking}`

/** `hoy`, `en 3 días`, `5 días tarde`. */
export function formatExpected({ daysLate }: Pick<Prealert, 'daysLate'>): string {
  if (daysLate === null) return 'Sin fecha'
  if (daysLate === 0) return 'hoy'
  const days = Math.abs(daysLate) === 1 ? '1 día' : `${Math.abs(daysLate)} días`
  return daysLate > 0 ? `${days} tarde` : `en ${days}`
}

/** Formats the expected day, else the day of the announcement. */
export const formatDay = ({ expectedOn, createdAt }: Prealert): string =>
  expectedOn === null ? `avisada ${formatShortDate(new Date(createdAt))}` : formatDate(expectedOn)

export const isLate = ({ daysLate }: Pick<Prealert, 'daysLate'>): boolean => daysLate !== null && daysLate > 0

const askedWords = ['hoy', 'ayer']

/** Undefined if the client can be asked today. */
export function findAsked({ askedAt, askableOn }: Prealert, today: string): { text: string; next: string } | undefined {
  if (askedAt === null || askableOn === null || askableOn <= today) return undefined
  const days = daysSince(askedAt)
  const text = `Preguntado ${askedWords[days] ?? `hace ${days} días`}`
  return { text, next: `${text}; otra vez el ${formatDate(askableOn)}` }
}

export const countPurchases = (count: number): string =>
  `${count.toLocaleString('es-NI')} ${count === 1 ? 'compra' : 'compras'}`

/** Tells how many purchases were asked about, and how many were not and why. */
export function describeAsked({ asked, askedBefore, unwanted, unreachable }: AskedAll): string {
  const reasons = [
    { count: askedBefore, text: 'ya se preguntó en los últimos 7 días' },
    { count: unwanted, text: 'el cliente no recibe mensajes' },
    { count: unreachable, text: 'el cliente no tiene un teléfono válido' },
  ].filter(({ count }) => count > 0)
  const head = asked === 0 ? 'No se preguntó por ninguna compra' : `Se preguntó por ${countPurchases(asked)}`
  const rest = reasons.map(({ count, text }) => `por ${count.toLocaleString('es-NI')} ${text}`)
  return rest.length === 0 ? head : `${head}; ${rest.join(', ')}`
}
