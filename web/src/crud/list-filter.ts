import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { type ListState, useListState } from './list-state.ts'

/** Reads one choice off the address; what the server would refuse counts as not chosen. */
export const parseChoice = <T>(schema: z.ZodMiniType<T>, value: string | null): T | undefined =>
  z.safeParse(schema, value).data

/** The list's state with the filter read off it; `clear` takes every choice away and is left out while there is none. */
export function useListFilter<Filter extends object>(read: (value: ListState['value']) => Filter) {
  const navigate = useNavigate()
  const state = useListState()
  const filter = read(state.value)
  const isFiltered = Object.values(filter).some((chosen) => chosen !== undefined)
  const clear = isFiltered ? () => void navigate({ search: '' }, { replace: true }) : undefined
  return { state, filter, clear }
}
