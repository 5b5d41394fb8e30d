import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { pollMs, requestThread } from './conversation-calls.ts'
import { mergeEntries } from './thread-entries.ts'

const none: readonly ThreadEntry[] = []
const noNames: readonly string[] = []

/** The newest are asked for again and again, older ones once. */
export function useThread(id: string) {
  const query = useQuery({ ...requestThread(id), refetchInterval: pollMs })
  const newest = query.data?.data
  const [taken, setTaken] = useState<typeof newest>()
  const [entries, setEntries] = useState(none)
  /** Null at the beginning, undefined before the first answer. */
  const [before, setBefore] = useState<string | null>()
  const [isLoading, setIsLoading] = useState(false)
  const isRunning = useRef(false)
  if (newest !== undefined && newest !== taken) {
    setTaken(newest)
    setEntries(mergeEntries(entries, newest.entries))
    if (before === undefined) setBefore(newest.before)
  }
  const loadOlder = async () => {
    if (isRunning.current || before === null || before === undefined) return
    isRunning.current = true
    setIsLoading(true)
    try {
      const { data } = await call('GET /api/conversations/:id/messages', { params: { id }, query: { before } })
      setEntries((known) => mergeEntries(data.entries, known))
      setBefore(data.before)
    } catch (error) {
      toastFailure(error, 'Error al cargar los mensajes anteriores')
    } finally {
      isRunning.current = false
      setIsLoading(false)
    }
  }
  return {
    query,
    /** Undefined before the first answer. */
    entries: taken === undefined ? undefined : entries,
    /** What the server said last would stay. */
    repliers: query.isError ? noNames : (newest?.repliers ?? noNames),
    hasOlder: before !== null && before !== undefined,
    isLoadingOlder: isLoading,
    loadOlder: () => void loadOlder(),
  }
}
