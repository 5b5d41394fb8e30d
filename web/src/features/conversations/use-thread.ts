import type { Api } from '@casillero/shared/contract/api'
import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { pollMs, requestAround, requestThread } from './conversation-calls.ts'
import { mergeEntries } from './thread-entries.ts'

type Answer = Api['GET /api/conversations/:id/messages']['reply']['data']

/** A part without gaps. */
type Part = {
  /** Another number is another place in the thread. */
  place: number
  entries: readonly ThreadEntry[]
  /** Null at the beginning of the conversation, undefined before the first answer. */
  before: string | null | undefined
  /** Null while the part has the newest entries. */
  after: string | null
}

const noNames: readonly string[] = []

const toPart = ({ entries, before, after }: Answer, place: number): Part => ({ place, entries, before, after })

/** A part around a hit that meets what is shown becomes one with it. */
export function openAround(shown: Part, around: Answer): Part {
  const meets = around.entries.some(({ id }) => shown.entries.some((entry) => entry.id === id))
  if (!meets) return toPart(around, shown.place + 1)
  const isOlder = Date.parse(around.entries[0]?.at ?? '') < Date.parse(shown.entries[0]?.at ?? '')
  return {
    place: shown.place,
    entries: mergeEntries(shown.entries, around.entries),
    before: isOlder ? around.before : shown.before,
    after: isOlder || shown.after === null ? shown.after : around.after,
  }
}

/** What is shown ends before the newest entries begin where more were written since than they hold: then it gives way. */
export function addNewest(shown: Part, newest: Answer): Part {
  const meets = newest.entries.some(({ id }) => shown.entries.some((entry) => entry.id === id))
  if (shown.before === undefined) return toPart(newest, shown.place)
  if (!meets && newest.before !== null) return toPart(newest, shown.place + 1)
  return { ...shown, entries: mergeEntries(shown.entries, newest.entries) }
}

/** Polls the newest entries; loads those around a hit, older and newer ones once. */
export function useThread(id: string, hit: string | undefined) {
  const query = useQuery({ ...requestThread(id), refetchInterval: pollMs })
  const newest = query.data?.data
  const [taken, setTaken] = useState<typeof newest>()
  const [part, setPart] = useState<Part>({ place: 0, entries: [], before: undefined, after: null })
  /** The last part around a hit. */
  const [opened, setOpened] = useState<Answer>()
  const [isLoading, setIsLoading] = useState(false)
  const isRunning = useRef(false)
  const isKnown = hit === undefined || part.entries.some((entry) => entry.id === hit)
  const around = useQuery({ ...requestAround(id, hit ?? ''), enabled: !isKnown, staleTime: Number.POSITIVE_INFINITY })
  if (newest !== undefined && newest !== taken) {
    setTaken(newest)
    if (part.after === null) setPart(addNewest(part, newest))
  }
  // After the newest are known, so that a part that meets them is one with them.
  const found = isKnown ? undefined : around.data?.data
  if (taken !== undefined && found !== undefined && found !== opened) {
    setOpened(found)
    setPart(openAround(part, found))
  }
  const load = async (asked: { before: string } | { after: string }) => {
    if (isRunning.current) return
    isRunning.current = true
    setIsLoading(true)
    try {
      const { data } = await call('GET /api/conversations/:id/messages', { params: { id }, query: asked })
      setPart((now) => {
        // Another place was opened meanwhile.
        if (now.place !== part.place) return now
        const entries = mergeEntries(data.entries, now.entries)
        if ('before' in asked) return { ...now, entries, before: data.before }
        return {
          ...now,
          entries: data.after === null && taken ? mergeEntries(entries, taken.entries) : entries,
          after: data.after,
        }
      })
    } catch (error) {
      toastFailure(error, 'Error al cargar los mensajes')
    } finally {
      isRunning.current = false
      setIsLoading(false)
    }
  }
  const { before, after } = part
  return {
    query,
    place: part.place,
    /** Undefined before the first answer, and before that of the first hit. */
    entries: taken === undefined || (!isKnown && around.isPending && opened === undefined) ? undefined : part.entries,
    /** After an error, names from the last answer would be outdated. */
    repliers: query.isError ? noNames : (newest?.repliers ?? noNames),
    older: {
      isThere: before != null,
      isLoading,
      load: () => void (before != null && load({ before })),
    },
    newer: {
      isThere: after !== null,
      isLoading,
      load: () => void (after !== null && load({ after })),
      /** Shows the newest entries. */
      leave: () => {
        if (after !== null && taken !== undefined) setPart(toPart(taken, part.place + 1))
      },
    },
  }
}
