import type { Message } from '@casillero/shared/contract/messages'
import { ExternalLink, RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { handLink, isResendable } from './message-facts.ts'

type MessageActionsProps = { message: Message; onResend: ((message: Message) => void) | undefined }

/** What staff can do about a message that did not arrive; nothing for whoever may not send. */
export function MessageActions({ message, onResend }: MessageActionsProps) {
  if (onResend === undefined) return null
  const link = handLink(message)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {isResendable(message) && (
        <Button size="sm" icon={<RotateCw size={14} aria-hidden="true" />} onClick={() => onResend(message)}>
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
