import type { Conversation, ThreadEntry } from '@casillero/shared/contract/conversations'
import { ArrowDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Bubble } from './bubble.tsx'
import { formatChatDay, formatName } from './conversation-texts.ts'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { findFirstNew, groupDays } from './thread-entries.ts'
import { useLogScroll } from './use-log-scroll.ts'
import type { useReplies } from './use-replies.ts'

type LogProps = {
  conversation: Conversation
  entries: readonly ThreadEntry[]
  replies: ReturnType<typeof useReplies>
  unread: number
  older: { isThere: boolean; isLoading: boolean; load: () => void }
}

/** The newest at the end, which stays in sight until the reader goes back. */
export function ThreadLog({ conversation, entries, replies, unread, older }: LogProps) {
  const box = useRef<HTMLDivElement>(null)
  const [firstNew] = useState(() => findFirstNew(entries, unread))
  const { missed, onScroll, goToEnd } = useLogScroll(box, entries, replies.outgoing, older)
  const name = formatName(conversation)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        // The keyboard must reach whatever scrolls.
        {...{ role: 'log', 'aria-label': `Mensajes con ${name}`, 'aria-relevant': 'additions', tabIndex: 0 }}
        aria-busy={older.isLoading}
        onScroll={onScroll}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface-2 px-3 py-3 [overflow-anchor:none] focus-visible:-outline-offset-2 md:px-4"
      >
        <div className="grid min-h-full grid-cols-[minmax(0,1fr)] content-end gap-2">
          {older.isThere && (
            <div className="text-center">
              <Button variant="link" size="sm" busy={older.isLoading} onClick={older.load}>
                Ver anteriores
              </Button>
            </div>
          )}
          {entries.length + replies.outgoing.length === 0 && (
            <p className="py-6 text-center text-body text-muted">Todavía no hay mensajes</p>
          )}
          {groupDays(entries).map(({ day, at, entries: ofDay }) => (
            <div key={day} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <p className="mx-auto rounded-full border border-line bg-surface px-2.5 text-help text-muted">
                {formatChatDay(at)}
              </p>
              {ofDay.map((entry) => (
                <div key={entry.id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
                  {entry.id === firstNew && <NewLine count={unread} />}
                  <Bubble entry={entry} conversation={conversation} />
                </div>
              ))}
            </div>
          ))}
          {replies.outgoing.map((reply) => (
            <OutgoingBubble
              key={reply.key}
              reply={reply}
              onRetry={() => replies.retry(reply)}
              onDrop={() => replies.drop(reply)}
            />
          ))}
        </div>
      </div>
      {missed > 0 && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            variant="primary"
            size="sm"
            className="rounded-full! shadow-pop"
            icon={<ArrowDown size={14} aria-hidden="true" />}
            onClick={goToEnd}
          >
            {missed === 1 ? '1 nuevo' : `${missed} nuevos`}
          </Button>
        </div>
      )}
    </div>
  )
}

const NewLine = ({ count }: { count: number }) => (
  <p
    data-new
    className="flex items-center gap-3 py-1 font-medium text-help text-primary-text before:h-px before:flex-1 before:bg-primary after:h-px after:flex-1 after:bg-primary"
  >
    {count === 1 ? '1 mensaje nuevo' : `${count} mensajes nuevos`}
  </p>
)
