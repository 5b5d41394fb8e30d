import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { FormattedText } from '../messages/formatted-text.tsx'
import { BubbleFrame } from './bubble.tsx'
import { formatTime } from './conversation-texts.ts'
import type { Outgoing } from './device-notes.ts'
import { EntryState } from './entry-state.tsx'

type OutgoingBubbleProps = { reply: Outgoing; onRetry: () => void; onDrop: () => void }

/** A reply that is shown before the server has it; one that did not get there keeps its text. */
export function OutgoingBubble({ reply: { text, at, problem }, onRetry, onDrop }: OutgoingBubbleProps) {
  return (
    <BubbleFrame isOwn>
      <FormattedText text={text} />
      <p className="mt-0.5 flex items-center justify-end gap-1.5 text-help text-muted tabular-nums">
        <time dateTime={at}>{formatTime(at)}</time>
        {problem === undefined && <EntryState state="queued" />}
      </p>
      {problem !== undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-1 text-danger-text text-help">
          {problem !== 'No se envió' && <span className="w-full text-right wrap-anywhere">{problem}</span>}
          <span className="font-medium">No se envió</span>
          <span aria-hidden="true">·</span>
          <Button
            variant="danger-quiet"
            size="sm"
            className="px-1.5!"
            icon={<RotateCw size={13} aria-hidden="true" />}
            onClick={onRetry}
          >
            Reintentar
          </Button>
          <Button variant="danger-quiet" size="sm" className="px-1.5!" onClick={onDrop}>
            Descartar
          </Button>
        </div>
      )}
    </BubbleFrame>
  )
}
