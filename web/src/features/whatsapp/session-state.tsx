import type { SessionStatus, WhatsappStatus } from '@casillero/shared/contract/whatsapp'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { CircleStop, MessageCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'

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
  session: WhatsappStatus & { status: SimpleStatus }
  children?: ReactNode
}

export function SessionState({ session, children }: SessionStateProps) {
  const { status, message, error, sessionInfo, nextTryAt } = session
  const { title, tile, icon } = looks[status]
  return (
    <div className="flex flex-wrap items-start gap-4">
      <span aria-hidden="true" className={cx('grid size-12 shrink-0 place-items-center rounded-lg', tile)}>
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-[220px]">
        <h2 className="font-semibold text-title">{title}</h2>
        {sessionInfo && <Phone info={sessionInfo} isConnected={status === 'WORKING'} />}
        {error !== null && <p className="mt-1 font-medium text-body text-danger-text">{error}</p>}
        <p className="mt-1 max-w-[520px] text-body text-muted">{message}</p>
        {nextTryAt !== null && (
          <p className="mt-1 text-body text-muted">
            El sistema lo intentará de nuevo: <time dateTime={nextTryAt}>{formatDateTime(nextTryAt)}</time>
          </p>
        )}
        {children !== undefined && <div className="mt-4 flex flex-wrap gap-2 empty:hidden">{children}</div>}
      </div>
    </div>
  )
}

/** Names the phone that is or was linked. */
function Phone({ info, isConnected }: { info: NonNullable<WhatsappStatus['sessionInfo']>; isConnected: boolean }) {
  return (
    <dl className="mt-1 grid gap-0.5 text-body [&_dd]:font-semibold [&_div]:flex [&_div]:flex-wrap [&_div]:gap-x-1.5 [&_dt]:text-muted">
      <div>
        <dt>{isConnected ? 'Sesión' : 'Última sesión'}:</dt>
        <dd className="min-w-0 break-words">{info.name}</dd>
      </div>
      {info.phone !== null && (
        <div>
          <dt>Número:</dt>
          <dd className="tabular-nums">{formatPhone(info.phone)}</dd>
        </div>
      )}
      {isConnected && info.since !== null && (
        <div>
          <dt>Vinculado desde:</dt>
          <dd>
            <time dateTime={info.since}>{formatDateTime(info.since)}</time>
          </dd>
        </div>
      )}
    </dl>
  )
}
