import type { CashSession } from '@casillero/shared/contract/cash'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { describeError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { SumLine } from '../invoices/sum-line.tsx'
import { formatTime } from './cash-texts.ts'
import { ClosureTable } from './closure-table.tsx'
import { EntryList } from './entry-list.tsx'
import { OtherMethods } from './other-methods.tsx'
import { usePrintSession } from './print-session.ts'
import { SessionHead } from './session-head.tsx'
import { TakingsCard } from './takings-card.tsx'

const failed = 'Error al cargar el turno'

export function ClosedSession({ id }: { id: string }) {
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id } }))
  const session = query.data?.data
  if (session?.status === 'open') return <Navigate to="/caja" replace />
  if (session === undefined) {
    return (
      <Page title="Turno">
        <Surface>
          {query.isError ? (
            <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows height={44} label="Cargando..." />
          )}
        </Surface>
      </Page>
    )
  }
  const title = `Turno #${session.companySessionId}`
  return (
    <Page title={title} head={<SessionHead title={title} facts={formatFacts(session)} from="cierres" />}>
      <p className="mb-3 text-body text-muted lg:hidden">{formatFacts(session)}</p>
      <PrintSession session={session} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @min-[860px]/page:grid-cols-[minmax(0,1fr)_316px]">
          <div className="grid min-w-0 gap-3">
            <ClosureTable balances={session.balances ?? []} />
            {session.note !== null && (
              <Surface className="p-4 text-body">
                <h2 className="text-label text-muted">Explicación de la diferencia</h2>
                <p className="break-words">{session.note}</p>
              </Surface>
            )}
            <TakingsCard session={session} />
          </div>
          <div className="grid gap-3">
            <OtherMethods session={session} />
            <Counts session={session} />
          </div>
        </div>
        <EntryList session={session} />
      </div>
    </Page>
  )
}

function PrintSession({ session }: { session: CashSession }) {
  const printing = usePrintSession(session)
  return (
    <div className="mb-3 flex justify-end">
      <Button busy={printing.isPending} onClick={() => printing.mutate()}>
        Imprimir
      </Button>
    </div>
  )
}

function formatFacts({ drawer, openedBy, openedAt, closedBy, closedAt }: CashSession): string {
  const opened = `${openedBy.fullName} lo abrió ${formatDateTime(openedAt)}`
  if (closedAt === null || closedBy === null) return `${drawer.name} · ${opened}`
  return `${drawer.name} · ${opened} · ${closedBy.fullName} lo cerró ${formatDateTime(closedAt)}`
}

function Counts({ session }: { session: CashSession }) {
  const attempts = [...Map.groupBy(session.counts ?? [], ({ attempt }) => attempt)]
  if (attempts.length === 0) return null
  return (
    <Surface className="p-4 text-body">
      <h2 className="mb-1.5 font-semibold text-card">Conteos</h2>
      {attempts.map(([attempt, counts]) => (
        <SumLine key={attempt} label={`Conteo ${attempt} · ${formatTime(counts[0]?.countedAt ?? '')}`}>
          {counts.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}
        </SumLine>
      ))}
    </Surface>
  )
}
