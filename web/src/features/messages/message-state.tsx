import { type MessageState, messageStates, messageWords } from '@casillero/shared/domain/message-state'
import {
  Ban,
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Clock,
  Hourglass,
  type LucideIcon,
  SendHorizontal,
} from 'lucide-react'
import { Badge, type Tone } from '../../ui/display/badge.tsx'

const looks: Record<MessageState, { tone: Tone; icon: LucideIcon }> = {
  queued: { tone: 'grey', icon: Clock },
  sending: { tone: 'yellow', icon: SendHorizontal },
  sent: { tone: 'purple', icon: Check },
  unconfirmed: { tone: 'yellow', icon: CircleHelp },
  delivered: { tone: 'blue', icon: CheckCheck },
  read: { tone: 'green', icon: CheckCheck },
  failed: { tone: 'red', icon: CircleAlert },
  unknown: { tone: 'yellow', icon: CircleHelp },
  cancelled: { tone: 'grey', icon: Ban },
  expired: { tone: 'grey', icon: Hourglass },
}

export const stateLabel = (state: MessageState): string => messageWords[state]

export const stateOptions = messageStates.map((value) => ({ value, label: messageWords[value] }))

export function MessageBadge({ state }: { state: MessageState }) {
  const { tone, icon: Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {messageWords[state]}
    </Badge>
  )
}
