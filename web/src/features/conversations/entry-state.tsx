import { type MessageState, messageWords } from '@casillero/shared/domain/message-state'
import { Ban, Check, CheckCheck, CircleAlert, CircleHelp, Clock, type LucideIcon } from 'lucide-react'

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

export function EntryState({ state }: { state: MessageState }) {
  const Icon = icons[state]
  return (
    <span title={messageWords[state]} className={state === 'read' ? 'text-blue-text' : undefined}>
      <Icon size={14} aria-hidden="true" />
      <span className="sr-only">{messageWords[state]}</span>
    </span>
  )
}
