import { type Conversation, conversationState } from '@casillero/shared/contract/conversations'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readChoice } from '../../crud/list-filter.ts'
import { useListState } from '../../crud/list-state.ts'
import { countsCall, pollMs, requestList } from './conversation-calls.ts'
import { readAssigned } from './waiting-walk.ts'

/** Milliseconds. New rows appear on the first page, so later pages are polled less often. */
const laterPollMs = 15_000

/** A row that moved up between two requests is on two pages; the first counts. */
function joinPages(pages: readonly (readonly Conversation[])[]): Conversation[] {
  const rows = new Map<string, Conversation>()
  for (const row of pages.flat()) if (!rows.has(row.id)) rows.set(row.id, row)
  return [...rows.values()]
}

type Pages = UseQueryResult<{ data: Conversation[] }>[]

/** Returns the same object while nothing has changed. */
const combinePages = (pages: Pages) => ({
  loaded: pages.flatMap(({ data }) => (data === undefined ? [] : [data.data])),
  isLoading: pages.some(({ isPending }) => isPending),
  isLost: pages.some(({ isError, data }) => isError && data === undefined),
  retry: () => {
    for (const page of pages) if (page.isError) void page.refetch()
  },
})

/** Polls while the page is visible. docs/product/conversations.md, "Screen". */
export function useList() {
  const state = useListState()
  const view = readChoice(conversationState.options, state.value('vista')) ?? 'waiting'
  const search = state.search.trim()
  const assigned = readAssigned(state.value('para'))
  const name = `${view} ${assigned} ${search}`
  const [asked, setAsked] = useState({ name, pages: 1 })
  const wanted = asked.name === name ? asked.pages : 1
  const query = useQuery({
    ...requestList(view, search, 1, assigned),
    // Searching reads what was written in all of them.
    refetchInterval: search === '' ? pollMs : laterPollMs,
  })
  // Where the keys go next.
  useQuery({ ...requestList('waiting', '', 1, assigned), refetchInterval: laterPollMs })
  const later = useQueries({
    queries: Array.from({ length: wanted - 1 }, (_, index) => ({
      ...requestList(view, search, index + 2, assigned),
      refetchInterval: laterPollMs,
    })),
    combine: combinePages,
  })
  const counts = useQuery({ ...countsCall, refetchInterval: pollMs }).data?.data
  const first = query.data
  const { loaded } = later
  const rows = useMemo(() => (first === undefined ? undefined : joinPages([first.data, ...loaded])), [first, loaded])
  const total = first?.pagination.total ?? 0
  return {
    state,
    view,
    assigned,
    search,
    query,
    counts,
    rows,
    pages: 1 + loaded.length,
    left: rows === undefined ? 0 : Math.max(0, total - rows.length),
    isLoadingMore: later.isLoading,
    isMoreLost: later.isLost,
    showMore: () => {
      if (later.isLost) later.retry()
      else if (!later.isLoading) setAsked({ name, pages: wanted + 1 })
    },
  }
}

export type ListOfConversations = ReturnType<typeof useList>
