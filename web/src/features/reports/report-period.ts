import { addMonths } from '@casillero/shared/domain/business-date'
import { addDays, type Days } from '@casillero/shared/domain/figure-lists'
import { refusalOfDays } from '@casillero/shared/domain/report-days'
import { isDay } from '../../ui/forms/day.ts'

export const presets = [
  { id: 'day', label: 'Hoy' },
  { id: 'week', label: 'Esta semana' },
  { id: 'month', label: 'Este mes' },
  { id: 'last', label: 'Mes pasado' },
  { id: 'year', label: 'Este año' },
  { id: 'own', label: 'Entre fechas' },
] as const
export type PresetId = (typeof presets)[number]['id']

export type Period = Days

const dayMs = 86_400_000
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

const findMonday = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

export function buildPeriod(id: PresetId, today: string): Period {
  const month = `${today.slice(0, 8)}01`
  if (id === 'day') return { from: today, to: today }
  if (id === 'month') return { from: month, to: today }
  if (id === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  if (id === 'last') return { from: addMonths(month, -1), to: addDays(month, -1) }
  return { from: findMonday(today), to: today }
}

export const findPreset = (period: Period, today: string): PresetId =>
  presets.find(({ id }) => {
    const { from, to } = buildPeriod(id, today)
    return id !== 'own' && from === period.from && to === period.to
  })?.id ?? 'own'

/** While a day is typed the field holds what was typed so far. */
export const isWhole = ({ from, to }: Period): boolean => isDay(from) && isDay(to)

/** Undefined while a day is being typed. */
export const findProblem = (days: Period): string | undefined =>
  isWhole(days) ? refusalOfDays(days.from, days.to) : undefined

/** Returns the same days of the previous week, month or year; for custom days, as many before them. docs/product/reports.md, "Reports". */
export function periodBefore({ from, to }: Period, id: PresetId): Period {
  if (id === 'day' || id === 'week') return { from: addDays(from, -7), to: addDays(to, -7) }
  if (id === 'month') return { from: addMonths(from, -1), to: addMonths(to, -1) }
  if (id === 'last') return { from: addMonths(from, -1), to: addDays(from, -1) }
  if (id === 'year') return { from: addMonths(from, -12), to: addMonths(to, -12) }
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
}

const periodKey = 'report period'
const compareKey = 'report compare'

/** Custom days are not stored. */
export const keptPreset = (): PresetId =>
  presets.find(({ id }) => id !== 'own' && id === localStorage.getItem(periodKey))?.id ?? 'week'
export const keepPreset = (id: PresetId): void => localStorage.setItem(periodKey, id)

export const keptCompare = (): boolean => localStorage.getItem(compareKey) !== 'no'
export const keepCompare = (isOn: boolean): void => localStorage.setItem(compareKey, isOn ? 'yes' : 'no')
