import type { CashDrawer, CashSession } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { describeError, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { type OpenDrawer, openDrawers } from '../taking/device-drawer.ts'
import { formatMoment } from './cash-texts.ts'
import { EntryList } from './entry-list.tsx'
import { ExpectedCard } from './expected-card.tsx'
import { TakingsCard } from './takings-card.tsx'

const MovementForm = defer(() => import('./movement-form.tsx').then((module) => module.MovementForm), DialogWait)
const XReport = defer(() => import('./x-report.tsx').then((module) => module.XReport), DialogWait)

type OpenSessionProps = {
  drawer: OpenDrawer
  drawers: readonly CashDrawer[]
  currencies: readonly Currency[]
  /** The choice of another drawer, where there is one. */
  choice: ReactNode
}

/** A session that goes on: what is expected (for admins), what came in, and every movement. */
export function OpenSession({ drawer, drawers, currencies, choice }: OpenSessionProps) {
  const failed = 'Error al cargar el turno'
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id: drawer.openSession.id } }))
  const session = query.data?.data
  const others = openDrawers(drawers).filter(({ id }) => id !== drawer.id)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {choice ? (
          <div className="w-[196px] max-md:w-full">{choice}</div>
        ) : (
          <span className="font-semibold text-card">{drawer.name}</span>
        )}
        <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
          Abierta
        </Badge>
        <span className="min-w-0 break-words text-body text-muted">
          {`Turno #${drawer.openSession.companySessionId} · ${drawer.openSession.openedBy.fullName} · ${formatMoment(drawer.openSession.openedAt)}`}
        </span>
        {session && <Actions session={session} currencies={currencies} others={others} />}
      </div>
      {session === undefined ? (
        <Surface>
          {query.isError ? (
            <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows height={56} label="Cargando..." />
          )}
        </Surface>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 max-md:pb-16">
          <div className="grid gap-3 @min-[860px]/page:grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)]">
            {session.balances && <ExpectedCard balances={session.balances} />}
            <TakingsCard session={session} />
          </div>
          <EntryList session={session} />
        </div>
      )}
    </>
  )
}

type ActionsProps = { session: CashSession; currencies: readonly Currency[]; others: readonly OpenDrawer[] }

function Actions({ session, currencies, others }: ActionsProps) {
  const may = useMay()
  const { user } = useSignedIn()
  const isRoomy = useMedia('(min-width: 768px)')
  const [open, setOpen] = useState<'movement' | 'report'>()
  const close = () => setOpen(undefined)
  const mayClose = may('cash.manage') || (may('cash.write') && session.openedBy.id === user.id)
  const ending = mayClose && (
    <Link
      to={`/caja/cerrar/${session.id}`}
      className={buttonClass('primary', isRoomy ? 'md' : 'lg', isRoomy ? undefined : 'w-full')}
    >
      Cerrar turno
    </Link>
  )
  return (
    <div className="ml-auto flex gap-2 max-md:w-full">
      {may('cash.write') && (
        <Button
          icon={<ArrowLeftRight size={16} aria-hidden="true" />}
          className="max-md:flex-1"
          onClick={() => setOpen('movement')}
        >
          Movimiento
        </Button>
      )}
      {session.balances && (
        <Button className="max-md:flex-1" onClick={() => setOpen('report')}>
          Corte X
        </Button>
      )}
      {isRoomy && ending}
      {!isRoomy && ending && (
        <div className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-surface px-(--gutter) pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
          {ending}
        </div>
      )}
      {open === 'movement' && (
        <MovementForm sessionId={session.id} currencies={currencies} others={others} onClose={close} />
      )}
      {open === 'report' && <XReport session={session} onClose={close} />}
    </div>
  )
}
