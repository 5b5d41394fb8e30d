import type { CashSession } from '@casillero/shared/contract/cash'
import { useQuery } from '@tanstack/react-query'
import { Check, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { describeError, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { formatMoment } from './cash-texts.ts'
import { CompareStep } from './compare-step.tsx'
import { CountStep } from './count-step.tsx'
import { SessionHead } from './session-head.tsx'
import { useClosing } from './use-closing.ts'

/** Count blind, then compare. */
export function ClosingPage({ id }: { id: string }) {
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id } }))
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta: { failed: 'Error al cargar datos' } })
  const session = query.data?.data
  if (session === undefined || currencies.data === undefined) {
    return (
      <Page title="Cerrar turno">
        <Surface>
          {query.isError ? (
            <ErrorState
              title={describeError(query.error, 'Error al cargar el turno')}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <SkeletonRows height={44} label="Cargando..." />
          )}
        </Surface>
      </Page>
    )
  }
  return <Closing session={session} currencies={currencies.data.data} />
}

function Closing({ session, currencies }: Parameters<typeof useClosing>[0]) {
  const closing = useClosing({ session, currencies })
  const may = useMay()
  const { user } = useSignedIn()
  const mayClose = may('cash.manage') || (may('cash.write') && session.openedBy.id === user.id)
  const title = `Cerrar turno #${session.companySessionId}`
  const facts = `${session.drawer.name} · desde ${formatMoment(session.openedAt)}`
  return (
    <Page
      title={title}
      head={
        <SessionHead title={title} facts={facts}>
          <Steps isCounted={closing.balances !== undefined} />
        </SessionHead>
      }
    >
      {session.status === 'closed' && !closing.isSaving ? (
        <AlreadyClosed session={session} />
      ) : !mayClose ? (
        <Surface>
          <EmptyState
            icon={<Lock size={20} />}
            title="Este turno lo abrió otra persona"
            hint="Lo cierra quien lo abrió, o un administrador."
          />
        </Surface>
      ) : closing.balances === undefined ? (
        <CountStep
          currencies={currencies}
          typed={closing.typed}
          onType={closing.type}
          isSaving={closing.isSaving}
          onDone={closing.count}
        />
      ) : (
        <CompareStep
          session={session}
          balances={closing.balances}
          isOff={closing.isOff}
          note={closing.note}
          noteError={closing.noteError}
          onNote={closing.setNote}
          isPrinted={closing.isPrinted}
          onPrinted={closing.setIsPrinted}
          isSaving={closing.isSaving}
          onRecount={closing.recount}
          onClose={closing.close}
        />
      )}
    </Page>
  )
}

function AlreadyClosed({ session }: { session: CashSession }) {
  const who = session.closedBy?.fullName ?? ''
  return (
    <Surface>
      <EmptyState
        icon={<Lock size={20} />}
        title={`${who} cerró este turno: ${formatMoment(session.closedAt ?? '')}`}
        hint="Una vez cerrado, ya no se puede abrir; su conteo no se guardó."
      >
        <Link to={`/caja/cierres/${session.id}`} className={buttonClass('primary')}>
          Ver el cierre
        </Link>
      </EmptyState>
    </Surface>
  )
}

function Steps({ isCounted }: { isCounted: boolean }) {
  const step = 'grid size-[22px] shrink-0 place-items-center rounded-full text-[12px] font-semibold'
  return (
    <ol aria-label="Pasos" className="flex items-center gap-2 self-center text-label">
      <li className="flex items-center gap-2" aria-current={isCounted ? undefined : 'step'}>
        <span
          className={cx(
            step,
            isCounted ? 'border border-green-line bg-green-soft text-green-text' : 'bg-fg text-surface',
          )}
          aria-hidden="true"
        >
          {isCounted ? <Check size={14} strokeWidth={2.5} /> : 1}
        </span>
        <span className={isCounted ? 'text-muted' : 'font-semibold'}>Contar</span>
      </li>
      <li className="flex items-center gap-2" aria-current={isCounted ? 'step' : undefined}>
        <span className="h-px w-7 bg-control" aria-hidden="true" />
        <span
          className={cx(step, isCounted ? 'bg-fg text-surface' : 'border border-control text-muted')}
          aria-hidden="true"
        >
          2
        </span>
        <span className={isCounted ? 'font-semibold' : 'text-muted'}>Comparar y cerrar</span>
      </li>
    </ol>
  )
}
