import { addMonths, businessDate } from '@casillero/shared/domain/business-date'

export const periodChoices = [
  { id: 'month', label: 'Este mes' },
  { id: 'last', label: 'Mes pasado' },
  { id: 'quarter', label: 'Últimos 3 meses' },
  { id: 'year', label: 'Este año' },
  { id: 'own', label: 'Otro período' },
] as const
export type PeriodId = (typeof periodChoices)[number]['id']

export type Period = { from: string; to: string }

const dayMs = 86_400_000

/** Both included. */
export function buildPeriod(id: PeriodId, today: string = businessDate(new Date())): Period {
  const month = `${today.slice(0, 8)}01`
  if (id === 'last') {
    const before = new Date(Date.parse(month) - dayMs).toISOString().slice(0, 10)
    return { from: `${before.slice(0, 8)}01`, to: before }
  }
  if (id === 'quarter') return { from: addMonths(today, -3), to: today }
  if (id === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  return { from: month, to: today }
}

const key = 'statement period'

/** Days of one's own are not kept. */
export const keptPeriod = (): PeriodId =>
  periodChoices.find(({ id }) => id !== 'own' && id === localStorage.getItem(key))?.id ?? 'month'

export const keepPeriod = (id: PeriodId): void => localStorage.setItem(key, id)
