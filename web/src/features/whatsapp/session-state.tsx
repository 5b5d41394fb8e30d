import type { SessionStatus } from '@casillero/shared/contract/whatsapp'
import { CircleStop, MessageCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'

type SimpleStatus = Exclude<SessionStatus, 'SCAN_QR_CODE'>

const looks: Record<SimpleStatus, { title: string; tile: string; icon: ReactNode }> = {
  STOPPED: { title: 'WhatsApp está detenido', tile: 'bg-surface-3 text-muted', icon: <CircleStop size={22} /> },
  STARTING: { title: 'Iniciando la sesión', tile: 'bg-surface-3 text-muted', icon: <Spinner size={22} /> },
  WORKING: { title: 'Conectado', tile: 'bg-green-soft text-green-text', icon: <MessageCircle size={22} /> },
  FAILED: {
    title: 'WhatsApp no está conectado',
    tile: 'bg-danger-soft text-danger-text',
    icon: <TriangleAlert size={22} />,
  },
}

type SessionStateProps = {
  status: SimpleStatus
  message: string
  /** What the gateway, or the lack of it, has to say. */
  error: string | null
  /** Whose phone it is. */
  name: string | undefined
  /** What can be done about it. */
  children?: ReactNode
}

export function SessionState({ status, message, error, name, children }: SessionStateProps) {
  const { title, tile, icon } = looks[status]
  return (
    <div className="flex flex-wrap items-start gap-4">
      <span aria-hidden="true" className={cx('grid size-12 shrink-0 place-items-center rounded-lg', tile)}>
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-[220px]">
        <h2 className="font-semibold text-title">{title}</h2>
        {name !== undefined && (
          <p className="mt-1 break-words text-body">
            <span className="text-muted">{status === 'WORKING' ? 'Sesión' : 'Última sesión'}:</span>{' '}
            <b className="font-semibold">{name}</b>
          </p>
        )}
        {error !== null && <p className="mt-1 font-medium text-body text-danger-text">{error}</p>}
        <p className="mt-1 max-w-[520px] text-body text-muted">{message}</p>
        {children !== undefined && <div className="mt-4 flex flex-wrap gap-2 empty:hidden">{children}</div>}
      </div>
    </div>
  )
}
