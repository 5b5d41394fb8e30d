import { conversationState } from '@casillero/shared/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { readChoice } from '../../crud/list-filter.ts'
import { useListState } from '../../crud/list-state.ts'
import { countsCall, pollMs, requestList } from './conversation-calls.ts'

/** The list that the address names, and how many conversations wait in all; both are asked for while the page is seen. */
export function useList() {
  const state = useListState()
  const view = readChoice(conversationState.options, state.value('vista')) ?? 'waiting'
  const search = state.search.trim()
  const query = useQuery({ ...requestList(view, search), refetchInterval: pollMs })
  const counts = useQuery({ ...countsCall, refetchInterval: pollMs }).data?.data
  return { state, view, search, query, counts }
}

export type ListOfConversations = ReturnType<typeof useList>
