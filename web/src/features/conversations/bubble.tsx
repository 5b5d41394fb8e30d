import type { Conversation, ThreadEntry } from '@casillero/shared/contract/conversations'
import { useMutation } from '@tanstack/react-query'
import { Bot, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { FormattedText } from '../messages/formatted-text.tsx'
import { describeUnseen, formatAuthor, formatName, formatTime } from './conversation-texts.ts'
import { EntryFile } from './entry-file.tsx'
import { EntryState } from './entry-state.tsx'

/** The client's at the left, all else at the right. */
export function BubbleFrame({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  return (
    <div
      // What was written here is no news for its writer.
      aria-live={isOwn ? 'off' : undefined}
      className={cx(
        'w-fit min-w-24 max-w-[85%] border px-3 pt-2 pb-1.5 text-body',
        isOwn
          ? 'ml-auto rounded-lg rounded-br-none border-green-line bg-green-soft'
          : 'rounded-lg rounded-bl-none border-line bg-surface',
      )}
    >
      {children}
    </div>
  )
}

type BubbleProps = { entry: ThreadEntry; conversation: Conversation }

export function Bubble({ entry, conversation }: BubbleProps) {
  const { source, kind, text, file, at, isEdited, isRevoked } = entry
  const author = formatAuthor(entry)
  const isUnseen = kind !== 'text' && file === null
  return (
    <BubbleFrame isOwn={source !== 'client'}>
      {author === undefined ? (
        <span className="sr-only">{`${formatName(conversation)}: `}</span>
      ) : (
        <p className="mb-0.5 flex items-center gap-1.5 font-medium text-green-text text-help">
          {source === 'rule' && <Bot size={14} className="shrink-0" aria-hidden="true" />}
          <span className="min-w-0 break-words">{author}</span>
        </p>
      )}
      {text !== '' && <FormattedText text={text} className={isRevoked ? 'text-muted line-through' : undefined} />}
      {isUnseen && <p className="text-muted">{describeUnseen(entry)}</p>}
      {file !== null && <EntryFile entry={entry} file={file} conversation={conversation} />}
      <p className="mt-0.5 flex items-center justify-end gap-1.5 text-help text-muted tabular-nums">
        {isRevoked ? 'Eliminado' : isEdited && 'Editado'}
        <time dateTime={at}>{formatTime(at)}</time>
        {entry.state !== null && <EntryState state={entry.state} />}
      </p>
      <Failure entry={entry} />
    </BubbleFrame>
  )
}

const problems: Partial<Record<NonNullable<ThreadEntry['state']>, string>> = {
  failed: 'No se envió',
  expired: 'No se envió: venció',
  unknown: 'No se sabe si llegó',
}

function Failure({ entry: { id, state, error } }: { entry: ThreadEntry }) {
  const [isAsking, setIsAsking] = useState(false)
  const run = () => call('POST /api/messages/:id/resend', { params: { id } })
  const resending = useMutation({
    mutationFn: run,
    onError: (failure) => toastFailure(failure, 'Error al reenviar el mensaje'),
  })
  const problem = state === null ? undefined : problems[state]
  if (problem === undefined) return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 text-danger-text text-help">
      {error !== null && <span className="w-full text-right wrap-anywhere">{error}</span>}
      <span className="font-medium">{problem}</span>
      <span aria-hidden="true">·</span>
      <Button
        variant="danger-quiet"
        size="sm"
        className="px-1.5!"
        busy={resending.isPending}
        icon={<RotateCw size={13} aria-hidden="true" />}
        onClick={() => (state === 'unknown' ? setIsAsking(true) : resending.mutate())}
      >
        Reintentar
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="¿Reenviar aunque pueda llegar dos veces?"
          tone="primary"
          texts={{
            confirm: 'Reenviar',
            confirming: 'Reenviando...',
            done: 'Mensaje puesto en la cola',
            failed: 'Error al reenviar el mensaje',
          }}
          run={run}
          onClose={() => setIsAsking(false)}
        >
          No se sabe si este mensaje llegó. Si llegó, el cliente lo recibirá por duplicado.
        </ConfirmDialog>
      )}
    </div>
  )
}
