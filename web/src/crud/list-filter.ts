import { idPattern } from '@casillero/shared/domain/id-pattern'
import { useNavigate } from 'react-router'
import { typedDay } from '../ui/forms/date-text.ts'
import { type ListState, useListState } from './list-state.ts'

// What the server would refuse counts as not chosen. Read without its schemas, whose code comes with a form and not with a list.
export const readChoice = <Choice extends string>(choices: readonly Choice[], value: string | null) =>
  choices.find((choice) => choice === value)
export const readId = (value: string | null) => (value !== null && idPattern.test(value) ? value : undefined)
export const readDay = (value: string | null) => (value !== null && typedDay(value) === value ? value : undefined)

/** The list's state with the filter read off it; `clear` takes every choice away and is left out while there is none. */
export function useListFilter<Filter extends object>(read: (value: ListState['value']) => Filter) {
  const navigate = useNavigate()
  const state = useListState()
  const filter = read(state.value)
  const isFiltered = Object.values(filter).some((chosen) => chosen !== undefined)
  const clear = isFiltered ? () => void navigate({ search: '' }, { replace: true }) : undefined
  return { state, filter, clear }
}
