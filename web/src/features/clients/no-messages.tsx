import { BellOff } from 'lucide-react'
import { Badge } from '../../ui/display/badge.tsx'

const text = 'No recibe mensajes'

export const NoMessages = () => (
  <span className="shrink-0">
    <Badge tone="yellow" icon={<BellOff size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {text}
    </Badge>
  </span>
)

/** Only an icon, because in a table the name needs the room. */
export const NoMessagesSign = () => (
  <span role="img" aria-label={text} title={text} className="shrink-0 text-yellow-text">
    <BellOff size={15} strokeWidth={2.25} aria-hidden="true" />
  </span>
)
