import type { AccountSession } from '@casillero/shared/contract/account'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { deviceName } from '@casillero/shared/domain/device-name'
import { Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'

type SessionListProps = { sessions: readonly AccountSession[]; onEnd: (session: AccountSession) => void }

export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ul aria-label="Sesiones abiertas">
      {sessions.map((session) => (
        <li key={session.id} className="flex items-center gap-3 border-line border-t px-4 py-3">
          <DeviceIcon userAgent={session.userAgent} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-body">
              {deviceName(session.userAgent)}
              {session.isCurrent && <Badge tone="green">Este dispositivo</Badge>}
            </p>
            <p className="break-words text-help text-muted">
              Última actividad: <Moment at={session.lastSeenAt} />
            </p>
            <p className="break-words text-help text-muted">
              Inició: <Moment at={session.createdAt} />
              {session.address !== null && ` · ${session.address}`}
            </p>
          </div>
          {!session.isCurrent && (
            <Button
              variant="danger-quiet"
              size="sm"
              aria-label={`Cerrar sesión: ${deviceName(session.userAgent)}`}
              onClick={() => onEnd(session)}
            >
              Cerrar
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="tabular-nums">
    {formatDateTime(at)}
  </time>
)

function DeviceIcon({ userAgent }: { userAgent: string | null }) {
  const Icon = /iPhone|iPad|Android/.test(deviceName(userAgent)) ? Smartphone : Monitor
  return <Icon size={20} className="shrink-0 text-muted" aria-hidden="true" />
}
