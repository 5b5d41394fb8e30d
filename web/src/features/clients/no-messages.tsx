import { BellOff } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'

/** The client answered BAJA, or staff said so for them. */
export const NoMessages = () => (
  <span className="shrink-0">
    <Badge tone="yellow" icon={<BellOff size={12} strokeWidth={2.25} aria-hidden="true" />}>
      No recibe mensajes
    </Badge>
  </span>
)
