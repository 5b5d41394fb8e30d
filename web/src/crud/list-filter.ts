import { idPattern } from '@casillero/shared/domain/id-pattern'
import type { ComponentProps } from 'react'
import { isDay } from '../ui/forms/day.ts'
import type { FilterLine } from './filter-line.tsx'
import { type ListState, useListState } from './list-state.ts'

// A value that the server would refuse counts as not chosen. The server's schemas are not used here, because their code loads with forms
// only.
export const readChoice = <Choice extends string>(choices: readonly Choice[], value: string | null) =>
  choices.find((choice) => choice === value)
export const readId = (value: string | null) => (value !== null && idPattern.test(value) ? value : undefined)
export const readDay = (value: string | null) => (value !== null && isDay(value) ? value : undefined)

const hour = 3_600_000

/** Managua is six hours behind UTC all year, so no time zone code is needed. */
export const dayAgo = (days: number): string => new Date(Date.now() - (6 + 24 * days) * hour).toISOString().slice(0, 10)

/** Reads a day, or a number of days ago, which keeps a saved view current. */
export const readDayOrAge = (value: string | null): string | undefined =>
  value !== null && /^\d{1,4}$/.test(value) ? dayAgo(Number(value)) : readDay(value)
export const readFlag = (value: string | null) => readChoice(['true', 'false'], value)

type Reader = (value: string) => string | undefined

export type FilterReaders = Readonly<Record<string, Reader | readonly [Reader]>>

/** The server's limit of values for one key. */
const mostValues = 50

/** For a key that takes one value, the first readable one is used. */
export function filterQuery(readers: FilterReaders, values: ListState['values']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(readers).flatMap(([key, reader]) => {
      const [one, most] = typeof reader === 'function' ? [reader, 1] : [reader[0], mostValues]
      const [first, ...more] = [...new Set(values(key).flatMap((value) => one(value) ?? []))].slice(0, most)
      return first === undefined ? [] : [[key, more.length > 0 ? [first, ...more] : first]]
    }),
  )
}

export type Filters = Omit<ComponentProps<typeof FilterLine>, 'total'>

/** Returns the query, the order, and the filters for `ResourceList`. The usual order may depend on the query. */
export function useFilters(
  list: Filters['list'],
  readers: FilterReaders,
  usual: string | ((query: object) => string),
  Parts: Filters['Parts'],
) {
  const state = useListState()
  const query = filterQuery(readers, state.values)
  const usualOrder = typeof usual === 'string' ? usual : usual(query)
  const { sort = usualOrder, ...filters } = query
  const keys = Object.keys(filters)
  const clear = () => state.setValues(Object.fromEntries([...keys, 'vista'].map((key) => [key, []])))
  return {
    state,
    query,
    filters: { list, Parts, state, clear: keys.length > 0 ? clear : undefined },
    order: {
      current: String(sort),
      onChange: (order: string) => state.setValues({ sort: order === usualOrder ? [] : [order] }),
    },
  }
}
