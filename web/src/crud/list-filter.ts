import { idPattern } from '@casillero/shared/domain/id-pattern'
import { isDay } from '../ui/forms/day.ts'
import { type ListState, useListState } from './list-state.ts'

// A value that the server would refuse counts as not chosen. It is read without its schemas, whose code comes with a form and not with a
// list.
export const readChoice = <Choice extends string>(choices: readonly Choice[], value: string | null) =>
  choices.find((choice) => choice === value)
export const readId = (value: string | null) => (value !== null && idPattern.test(value) ? value : undefined)
export const readDay = (value: string | null) => (value !== null && isDay(value) ? value : undefined)

const hour = 3_600_000

/** Managua is six hours behind UTC all year: reading zones would take code. */
export const dayAgo = (days: number): string => new Date(Date.now() - (6 + 24 * days) * hour).toISOString().slice(0, 10)

/** Days ago keep a named filter true. */
export const readDayOrAge = (value: string | null): string | undefined =>
  value !== null && /^\d{1,4}$/.test(value) ? dayAgo(Number(value)) : readDay(value)
export const readFlag = (value: string | null) => readChoice(['true', 'false'], value)

type Reader = (value: string) => string | undefined

export type FilterReaders = Readonly<Record<string, Reader | readonly [Reader]>>

/** As many as the server takes. */
const mostValues = 50

/** Of a key that takes one value the first that can be read. */
export function filterQuery(readers: FilterReaders, values: ListState['values']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(readers).flatMap(([key, reader]) => {
      const [one, most] = typeof reader === 'function' ? [reader, 1] : [reader[0], mostValues]
      const [first, ...more] = [...new Set(values(key).flatMap((value) => one(value) ?? []))].slice(0, most)
      return first === undefined ? [] : [[key, more.length > 0 ? [first, ...more] : first]]
    }),
  )
}

/** The part of the call's query, the order, and how to take the filters away, left out while there are none. */
export function useFilters(readers: FilterReaders, usual: string | ((query: object) => string)) {
  const state = useListState()
  const query = filterQuery(readers, state.values)
  const usualOrder = typeof usual === 'string' ? usual : usual(query)
  const { sort = usualOrder, ...filters } = query
  const keys = Object.keys(filters)
  const clear = () => state.setValues(Object.fromEntries([...keys, 'vista'].map((key) => [key, []])))
  return {
    state,
    query,
    clear: keys.length > 0 ? clear : undefined,
    order: {
      current: String(sort),
      onChange: (order: string) => state.setValues({ sort: order === usualOrder ? [] : [order] }),
    },
  }
}
