import type { SessionStatus } from '@casillero/shared/contract/whatsapp'
import { CircleAlert, CircleCheck, CircleStop, LoaderCircle, type LucideIcon, QrCode } from 'lucide-react'
import { Badge, type Tone } from '../../ui/display/badge.tsx'

const looks: Record<SessionStatus, { label: string; tone: Tone; icon: LucideIcon }> = {
  STOPPED: { label: 'Detenido', tone: 'grey', icon: CircleStop },
  STARTING: { label: 'Iniciando', tone: 'yellow', icon: LoaderCircle },
  SCAN_QR_CODE: { label: 'Escanear Código QR', tone: 'blue', icon: QrCode },
  WORKING: { label: 'Funcionando', tone: 'green', icon: CircleCheck },
  FAILED: { label: 'Error', tone: 'red', icon: CircleAlert },
}

export function SessionBadge({ status }: { status: SessionStatus }) {
  const { label, tone, icon: Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {label}
    </Badge>
  )
}
