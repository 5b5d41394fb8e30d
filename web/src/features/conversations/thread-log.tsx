import type { Conversation, ThreadEntry } from '@casillero/shared/contract/conversations'
import { type MessageState, messageWords } from '@casillero/shared/domain/message-state'
import {
  ArrowDown,
  Ban,
  Bot,
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Clock,
  Lock,
  type LucideIcon,
  RotateCw,
} from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormattedText } from '../messages/formatted-text.tsx'
import { OutgoingFile } from './attachments.tsx'
import { useSending } from './chosen-files.ts'
import { describeUnseen, formatAuthor, formatChatDay, formatName, formatTime } from './conversation-texts.ts'
import type { Outgoing } from './device-notes.ts'
import { EntryFailure } from './entry-failure.tsx'
import { EntryFile } from './entry-file.tsx'
import { Miss } from './miss.tsx'
import { NamedTrackings } from './named-trackings.tsx'
import { findFirstNew, groupDays } from './thread-entries.ts'
import { type Further, type Newer, useLogScroll } from './use-log-scroll.ts'
import type { useReplies } from './use-replies.ts'

const icons: Record<MessageState, LucideIcon> = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  unconfirmed: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
  unknown: CircleHelp,
  cancelled: Ban,
  expired: CircleAlert,
}

function EntryState({ state }: { state: MessageState }) {
  const Icon = icons[state]
  return (
    <span title={messageWords[state]} className={state === 'read' ? 'text-blue-text' : undefined}>
      <Icon size={14} aria-hidden="true" />
      <span className="sr-only">{messageWords[state]}</span>
    </span>
  )
}

/** The client's entries are at the left, all others at the right. */
function BubbleFrame({ isOwn, isNote, children }: { isOwn: boolean; isNote?: boolean; children: ReactNode }) {
  return (
    <div
      // Not read out to the person who wrote it.
      aria-live={isOwn ? 'off' : undefined}
      className={cx(
        'w-fit min-w-24 max-w-[85%] border px-3 pt-2 pb-1.5 text-body',
        isNote && 'mx-auto rounded-lg border-yellow-line bg-yellow-soft',
        isOwn
          ? !isNote && 'ml-auto rounded-lg rounded-br-none border-green-line bg-green-soft'
          : 'rounded-lg rounded-bl-none border-line bg-surface',
      )}
    >
      {children}
    </div>
  )
}

type BubbleProps = { entry: ThreadEntry; conversation: Conversation }

function Bubble({ entry, conversation }: BubbleProps) {
  const { source, kind, text, file, at, isEdited, isRevoked } = entry
  const author = formatAuthor(entry)
  const isNote = source === 'note'
  const isUnseen = kind !== 'text' && file === null
  return (
    <BubbleFrame isOwn={source !== 'client'} isNote={isNote}>
      {author === undefined ? (
        <span className="sr-only">{`${formatName(conversation)}: `}</span>
      ) : (
        <p
          className={cx(
            'mb-0.5 flex items-center gap-1.5 font-medium text-help',
            isNote ? 'text-yellow-text' : 'text-green-text',
          )}
        >
          {isNote && <Lock size={13} className="shrink-0" aria-hidden="true" />}
          {source === 'rule' && <Bot size={14} className="shrink-0" aria-hidden="true" />}
          <span className="min-w-0 break-words">{author}</span>
        </p>
      )}
      {text !== '' && <FormattedText text={text} className={isRevoked ? 'text-muted line-through' : undefined} />}
      {isUnseen && <p className="text-muted">{describeUnseen(entry)}</p>}
      {source === 'client' && !isRevoked && <NamedTrackings entry={entry} conversation={conversation} />}
      {file !== null && <EntryFile entry={entry} file={file} conversation={conversation} />}
      {entry.reactions.length > 0 && (
        <p className="mt-1 text-label">
          <span className="sr-only">Reacción: </span>
          {entry.reactions.join(' ')}
        </p>
      )}
      <p className="mt-0.5 flex items-center justify-end gap-1.5 text-help text-muted tabular-nums">
        {isRevoked ? 'Eliminado' : isEdited && 'Editado'}
        <time dateTime={at}>{formatTime(at)}</time>
        {entry.state !== null && <EntryState state={entry.state} />}
      </p>
      <EntryFailure entry={entry} />
      {source === 'rule' && <Miss entry={entry} conversation={conversation} />}
    </BubbleFrame>
  )
}

type LogProps = {
  conversation: Conversation
  entries: readonly ThreadEntry[]
  replies: ReturnType<typeof useReplies>
  unread: number
  hit: string | undefined
  older: Further
  newer: Newer
  onTakenBack: () => void
}

/** Newest entries are at the end, which stays in sight until the reader scrolls back. */
export function ThreadLog({ conversation, entries, replies, unread, hit, older, newer, onTakenBack }: LogProps) {
  const box = useRef<HTMLDivElement>(null)
  const [firstNew] = useState(() => findFirstNew(entries, unread))
  const { missed, onScroll, goToEnd } = useLogScroll(box, {
    entries,
    outgoing: replies.outgoing,
    hit,
    older,
    newer,
  })
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
                <div
                  key={entry.id}
                  data-entry={entry.id}
                  className={cx(
                    'grid grid-cols-[minmax(0,1fr)] gap-2',
                    entry.id === hit && '-mx-1.5 rounded-lg bg-primary-soft p-1.5',
                  )}
                >
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
              onTakeBack={() => {
                replies.takeBack(reply)
                onTakenBack()
              }}
            />
          ))}
        </div>
      </div>
      {newer.isThere ? (
        <DownButton onClick={newer.leave}>Lo más reciente</DownButton>
      ) : (
        missed > 0 && <DownButton onClick={goToEnd}>{missed === 1 ? '1 nuevo' : `${missed} nuevos`}</DownButton>
      )}
    </div>
  )
}

function DownButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <div className="absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        variant="primary"
        size="sm"
        className="rounded-full! shadow-pop"
        icon={<ArrowDown size={14} aria-hidden="true" />}
        onClick={onClick}
      >
        {children}
      </Button>
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

type OutgoingBubbleProps = { reply: Outgoing; onRetry: () => void; onDrop: () => void; onTakeBack: () => void }

/** A reply that the server does not have yet. If sending fails, it keeps its text. */
function OutgoingBubble({ reply, onRetry, onDrop, onTakeBack }: OutgoingBubbleProps) {
  const { text, at, problem, askedReplyId } = reply
  const isGone = useSending()[reply.key]?.file === undefined && reply.file !== undefined
  return (
    <BubbleFrame isOwn>
      {text !== '' && <FormattedText text={text} />}
      <OutgoingFile reply={reply} />
      <p className="mt-0.5 flex items-center justify-end gap-1.5 text-help text-muted tabular-nums">
        <time dateTime={at}>{formatTime(at)}</time>
        {problem === undefined && <EntryState state="queued" />}
      </p>
      {askedReplyId !== undefined && (
        <AnsweredMeanwhile
          said={problem}
          back={reply.paper ? 'No enviar' : 'Volver al texto'}
          onSend={onRetry}
          onTakeBack={onTakeBack}
        />
      )}
      {problem !== undefined && askedReplyId === undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-1 text-danger-text text-help">
          {isGone && <span className="w-full text-right">El archivo ya no está aquí: elíjalo de nuevo</span>}
          {problem !== 'No se envió' && !isGone && <span className="w-full text-right wrap-anywhere">{problem}</span>}
          <span className="font-medium">No se envió</span>
          <span aria-hidden="true">·</span>
          {!isGone && (
            <Button
              variant="danger-quiet"
              size="sm"
              className="px-1.5!"
              icon={<RotateCw size={13} aria-hidden="true" />}
              onClick={onRetry}
            >
              Reintentar
            </Button>
          )}
          {isGone && text !== '' && (
            <Button variant="danger-quiet" size="sm" className="px-1.5!" onClick={onTakeBack}>
              Volver al texto
            </Button>
          )}
          <Button variant="danger-quiet" size="sm" className="px-1.5!" onClick={onDrop}>
            Descartar
          </Button>
        </div>
      )}
    </BubbleFrame>
  )
}

type AnsweredProps = { said: string | undefined; back: string; onSend: () => void; onTakeBack: () => void }

const AnsweredMeanwhile = ({ said, back, onSend, onTakeBack }: AnsweredProps) => (
  <div
    role="alert"
    className="mt-1.5 grid gap-1.5 rounded-md border border-yellow-line bg-yellow-soft p-2 text-label text-yellow-text"
  >
    <p className="wrap-anywhere">{said}</p>
    <p className="flex flex-wrap justify-end gap-2">
      <Button size="sm" onClick={onTakeBack}>
        {back}
      </Button>
      <Button size="sm" onClick={onSend}>
        Enviar igual
      </Button>
    </p>
  </div>
)
