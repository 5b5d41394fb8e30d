import type { Compared, ComparedAmount } from '@casillero/shared/contract/dashboard'
import { formatMoney } from '@casillero/shared/domain/money-format'

export type Period = 'day' | 'week'

export const formatCount = (count: number): string => count.toLocaleString('es-NI')
export const formatPounds = (pounds: number): string => formatMoney(pounds, '')

/** `direction` is undefined if nothing changed. */
export type Change = { direction: 'up' | 'down' | undefined; text: string }

/** Compares a figure with the one a week before. */
export function describeChange({ now, before }: Compared, format: (value: number) => string): Change {
  // The difference of two doubles may have more than two decimals.
  const difference = Math.round((now - before) * 100) / 100
  if (difference === 0) return { direction: undefined, text: 'Igual' }
  return difference > 0
    ? { direction: 'up', text: `${format(difference)} más` }
    : { direction: 'down', text: `${format(-difference)} menos` }
}

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']

/** docs/product/reports.md, "Figures". */
export function comparedWith(period: Period, today: string): string {
  if (period === 'week') return 'Comparado con la semana pasada a esta hora'
  return `Comparado con el ${weekdays[new Date(`${today}T12:00:00Z`).getUTCDay()]} pasado a esta hora`
}

/** Returns amounts other than zero, or the first one if all are zero. */
export function shownAmounts(amounts: readonly ComparedAmount[], period: Period): ComparedAmount[] {
  const shown = amounts.filter((amount) => amount[period].now !== 0)
  return shown.length > 0 ? shown : amounts.slice(0, 1)
}

export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
