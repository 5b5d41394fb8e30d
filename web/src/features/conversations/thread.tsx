import type { Conversation, ThreadEntry } from '@casillero/shared/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { OptOutQuestion } from '../client-page/opt-out-question.tsx'
import { DropArea } from './attachments.tsx'
import { pollMs, requestThread } from './conversation-calls.ts'
import { ReplyBox } from './reply-box.tsx'
import { mergeEntries } from './thread-entries.ts'
import { ThreadLog } from './thread-log.tsx'
import { useReplies } from './use-replies.ts'

const none: readonly ThreadEntry[] = []
const noNames: readonly string[] = []

/** Polls the newest entries; loads older ones once. */
function useThread(id: string) {
  const query = useQuery({ ...requestThread(id), refetchInterval: pollMs })
  const newest = query.data?.data
  const [taken, setTaken] = useState<typeof newest>()
  const [entries, setEntries] = useState(none)
  /** Null at the beginning of the conversation, undefined before the first answer. */
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
    /** After an error, names from the last answer would be outdated. */
    repliers: query.isError ? noNames : (newest?.repliers ?? noNames),
    hasOlder: before !== null && before !== undefined,
    isLoadingOlder: isLoading,
    loadOlder: () => void loadOlder(),
  }
}

type ThreadProps = {
  conversation: Conversation
  /** The number of entries that were unread when it was opened. */
  unread: number
  isNarrow: boolean
}

/** Shows the entries and the box to answer. */
export function Thread({ conversation, unread, isNarrow }: ThreadProps) {
  const { id, client } = conversation
  const thread = useThread(id)
  const replies = useReplies(id)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className="flex min-h-0 flex-1 flex-col">
      <DropArea id={conversation.phone === null ? undefined : id}>
        {client !== null && client.optOutText !== null && (
          <div className="shrink-0 px-3 pt-3">
            <OptOutQuestion client={client} question="¿Dejar de enviarle avisos?" />
          </div>
        )}
        <DownBand />
        {thread.entries === undefined ? (
          thread.query.isError ? (
            <div className="grid flex-1 place-items-center">
              <ErrorState title="Error al cargar los mensajes" onRetry={() => void thread.query.refetch()} />
            </div>
          ) : (
            <Bones />
          )
        ) : (
          <ThreadLog
            conversation={conversation}
            entries={thread.entries}
            replies={replies}
            unread={unread}
            onTakenBack={() => place.current?.querySelector('textarea')?.focus()}
            older={{ isThere: thread.hasOlder, isLoading: thread.isLoadingOlder, load: thread.loadOlder }}
          />
        )}
        {conversation.phone === null ? (
          <p className="shrink-0 border-line border-t px-4 py-3 text-label text-muted">
            WhatsApp oculta este número: contéstele desde el teléfono.
          </p>
        ) : (
          <ReplyBox
            conversation={conversation}
            repliers={thread.repliers}
            isNarrow={isNarrow}
            onSend={replies.send}
            onPaper={replies.sendPaper}
          />
        )}
      </DropArea>
    </div>
  )
}

const downPollMs = 15_000

function DownBand() {
  const query = useQuery({
    ...read('GET /api/messages/connection'),
    staleTime: downPollMs,
    refetchInterval: downPollMs,
  })
  const isDown = query.data?.data.gateway === 'down'
  return (
    <p
      role="status"
      className={cx(
        'flex shrink-0 items-center gap-2 bg-yellow-soft text-label text-yellow-text',
        isDown && 'border-yellow-line border-b px-4 py-2 font-medium',
      )}
    >
      {isDown && (
        <>
          <WifiOff size={16} className="shrink-0" aria-hidden="true" />
          Se enviará al reconectar
        </>
      )}
    </p>
  )
}

const bones = ['w-48', 'ml-auto w-56', 'w-36', 'ml-auto w-44', 'w-60']

export const Bones = () => (
  <div role="status" className="grid flex-1 animate-late content-end gap-3 bg-surface-2 p-4">
    <span className="sr-only">Cargando mensajes...</span>
    {bones.map((place) => (
      <Bone key={place} className={`h-14 rounded-lg ${place}`} />
    ))}
  </div>
)
