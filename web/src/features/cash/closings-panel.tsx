import type { CashSessionRow } from '@casillero/shared/contract/cash'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { Check } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DifferenceBadge } from './closure-table.tsx'

const texts = {
  title: 'Cierres',
  create: '',
  empty: 'Todavía no hay cierres',
  emptyHint: 'Aquí aparecen los turnos cerrados, el más nuevo primero.',
  failed: 'Error al cargar los cierres',
}

const readClosed = ({ page }: ListQuery) => read('GET /api/cash-sessions', { query: { page, status: 'closed' } })

export function ClosingsPanel() {
  const navigate = useNavigate()
  const resource = useResource(readClosed, texts)
  return (
    <ResourceList
      resource={resource}
      table={{
        columns,
        card: (session) => <ClosingCard session={session} />,
        formatName: ({ companySessionId }) => `turno #${companySessionId}`,
        onOpen: ({ id }) => void navigate(`/caja/cierres/${id}`),
        look: { minWidth: 760, rowHeight: 56 },
      }}
    />
  )
}

const renderNumber = ({ companySessionId }: CashSessionRow) => (
  <span className="font-semibold tabular-nums">{`#${companySessionId}`}</span>
)

const formatClosedAt = ({ closedAt }: CashSessionRow) =>
  closedAt !== null && <time dateTime={closedAt}>{formatDateTime(closedAt)}</time>

const columns: readonly Column<CashSessionRow>[] = [
  { header: 'Turno', width: 88, cell: renderNumber },
  {
    header: 'Caja',
    cell: ({ drawer, openedBy }) => (
      <>
        <span className="block wrap-anywhere font-medium" title={drawer.name}>
          {drawer.name}
        </span>
        <span className="block wrap-anywhere text-help text-muted">{openedBy.fullName}</span>
      </>
    ),
  },
  {
    header: 'Cerrado',
    width: 200,
    cell: (session) => (
      <>
        <span className="block">{formatClosedAt(session)}</span>
        <span className="block wrap-anywhere text-help text-muted">{session.closedBy?.fullName}</span>
      </>
    ),
  },
  { header: 'Diferencia', width: 296, cell: (session) => <Differences session={session} /> },
]

function ClosingCard({ session }: { session: CashSessionRow }) {
  return (
    <>
      <div className="flex items-baseline gap-2 text-body">
        {renderNumber(session)}
        <span className="min-w-0 wrap-anywhere font-medium">{session.drawer.name}</span>
      </div>
      <p className="mt-0.5 mb-1.5 text-help text-muted">
        {formatClosedAt(session)}
        {session.closedBy && ` · ${session.closedBy.fullName}`}
      </p>
      <Differences session={session} />
    </>
  )
}

/** Shows only amounts that do not balance. */
function Differences({ session: { balances } }: { session: CashSessionRow }) {
  const off = balances.filter(({ difference }) => difference !== null && difference !== 0)
  if (off.length === 0) {
    return (
      <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
        Cuadra
      </Badge>
    )
  }
  return (
    <span className="flex flex-wrap gap-1.5">
      {off.map(({ currencyId, difference, symbol }) => (
        <DifferenceBadge key={currencyId} difference={difference ?? 0} symbol={symbol} />
      ))}
    </span>
  )
}
