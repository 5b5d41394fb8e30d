import type { Signup } from '@casillero/shared/contract/signups'
import { CircleCheck, Phone } from 'lucide-react'
import { Badge } from '../../ui/display/badge.tsx'

/** Whether the message came from that number. */
export const ProofBadge = ({ row }: { row: Signup }) =>
  row.isPhoneProven ? (
    <Badge tone="green" icon={<CircleCheck size={13} aria-hidden="true" />}>
      Probado
    </Badge>
  ) : (
    <Badge tone="grey" icon={<Phone size={13} aria-hidden="true" />}>
      Sin probar
    </Badge>
  )
