import type { Message } from '@casillero/shared/contract/messages'
import { ExternalLink, RotateCw, X } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useTooltip } from '../../ui/controls/tooltip.tsx'
import { handLink, isResendable } from './message-facts.ts'

type MessageActionsProps = { message: Message; onAct: ((message: Message) => void) | undefined }

export function MessageActions({ message, onAct }: MessageActionsProps) {
  if (onAct === undefined) return null
  const link = handLink(message)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {message.state === 'queued' && (
        <Button size="sm" icon={<X size={14} aria-hidden="true" />} onClick={() => onAct(message)}>
          Cancelar envío<span className="sr-only"> a {message.clientName}</span>
        </Button>
      )}
      {isResendable(message) && (
        <Button size="sm" icon={<RotateCw size={14} aria-hidden="true" />} onClick={() => onAct(message)}>
          Reenviar<span className="sr-only"> a {message.clientName}</span>
        </Button>
      )}
      {link !== undefined && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-8 items-center gap-1.5 font-medium text-label text-primary-text hover:underline max-md:min-h-11 pointer-coarse:min-h-11"
        >
          <ExternalLink size={14} aria-hidden="true" />
          Abrir en WhatsApp<span className="sr-only"> para {message.clientName}</span>
        </a>
      )}
    </span>
  )
}

export function MessageIcons({ message, onAct }: { message: Message; onAct: (message: Message) => void }) {
  const { clientName, state } = message
  const link = handLink(message)
  return (
    <span className="flex min-h-11 items-center justify-end gap-0.5">
      {link !== undefined && <HandIcon link={link} label={`Abrir en WhatsApp para ${clientName}`} />}
      {state === 'queued' && (
        <IconButton
          label={`Cancelar envío a ${clientName}`}
          icon={<X size={17} aria-hidden="true" />}
          onClick={() => onAct(message)}
        />
      )}
      {isResendable(message) && (
        <IconButton
          label={`Reenviar a ${clientName}`}
          icon={<RotateCw size={17} aria-hidden="true" />}
          onClick={() => onAct(message)}
        />
      )}
    </span>
  )
}

function HandIcon({ link, label }: { link: string; label: string }) {
  const { handlers, bubble } = useTooltip(label)
  return (
    <>
      <a
        {...handlers}
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
        className="grid size-(--icon-btn) shrink-0 place-items-center rounded-md text-muted transition-colors duration-120 hover:bg-surface-3 hover:text-fg"
      >
        <ExternalLink size={17} aria-hidden="true" />
      </a>
      {bubble}
    </>
  )
}
