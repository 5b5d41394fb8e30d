import type { Conversation } from '@casillero/shared/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { OptOutQuestion } from '../client-page/opt-out-question.tsx'
import { DropArea } from './attachments.tsx'
import { HitBar, useHits } from './hits.tsx'
import { NoteBox, NoteButton } from './note-box.tsx'
import { ReplyBox } from './reply-box.tsx'
import { ThreadLog } from './thread-log.tsx'
import { useReplies } from './use-replies.ts'
import { useThread } from './use-thread.ts'

type ThreadProps = {
  conversation: Conversation
  /** The number of entries that were unread when it was opened. */
  unread: number
  isNarrow: boolean
}

/** Shows the entries and the box to answer. */
export function Thread({ conversation, unread, isNarrow }: ThreadProps) {
  const { id, client } = conversation
  const walk = useHits(id)
  const thread = useThread(id, walk.hit)
  const replies = useReplies(id)
  const [isNoting, setIsNoting] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const focusBox = () => place.current?.querySelector('textarea')?.focus()
  const closeNote = () => {
    setIsNoting(false)
    requestAnimationFrame(focusBox)
  }
  return (
    <div ref={place} className="flex min-h-0 flex-1 flex-col">
      <DropArea id={conversation.phone === null ? undefined : id} onDrop={() => setIsNoting(false)}>
        {client !== null && client.optOutText !== null && (
          <div className="shrink-0 px-3 pt-3">
            <OptOutQuestion client={client} question="¿Dejar de enviarle avisos?" />
          </div>
        )}
        <DownBand />
        <HitBar walk={walk} />
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
            unread={thread.place === 0 ? unread : 0}
            onTakenBack={focusBox}
            key={thread.place}
            hit={walk.hit}
            older={thread.older}
            newer={thread.newer}
          />
        )}
        {isNoting ? (
          <NoteBox conversation={conversation} isNarrow={isNarrow} onClose={closeNote} />
        ) : conversation.phone === null ? (
          <div className="flex shrink-0 items-center gap-2 border-line border-t px-4 py-2 text-label text-muted">
            <p className="min-w-0 flex-1">WhatsApp oculta este número: contéstele desde el teléfono.</p>
            <NoteButton id={conversation.id} isNarrow={isNarrow} onClick={() => setIsNoting(true)} />
          </div>
        ) : (
          <ReplyBox
            conversation={conversation}
            repliers={thread.repliers}
            isNarrow={isNarrow}
            onSend={(text, files) => {
              thread.newer.leave()
              replies.send(text, files)
            }}
            onPaper={(paper) => {
              thread.newer.leave()
              replies.sendPaper(paper)
            }}
            onNote={() => setIsNoting(true)}
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
