import { type MessageState, messageStates } from '@casillero/shared/domain/message-state'
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

const looks: Record<MessageState, { label: string; tone: Tone; icon: LucideIcon }> = {
  queued: { label: 'En cola', tone: 'grey', icon: Clock },
  sending: { label: 'Enviando', tone: 'yellow', icon: SendHorizontal },
  sent: { label: 'Enviado', tone: 'purple', icon: Check },
  delivered: { label: 'Entregado', tone: 'blue', icon: CheckCheck },
  read: { label: 'Leído', tone: 'green', icon: CheckCheck },
  failed: { label: 'Fallido', tone: 'red', icon: CircleAlert },
  unknown: { label: 'Desconocido', tone: 'yellow', icon: CircleHelp },
  cancelled: { label: 'Cancelado', tone: 'grey', icon: Ban },
  expired: { label: 'Vencido', tone: 'grey', icon: Hourglass },
}

export const stateLabel = (state: MessageState): string => looks[state].label

export const stateOptions = messageStates.map((value) => ({ value, label: looks[value].label }))

export function MessageBadge({ state }: { state: MessageState }) {
  const { label, tone, icon: Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {label}
    </Badge>
  )
}
