import type { DispatchRow } from '@casillero/shared/contract/dispatches'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Link, useNavigate } from 'react-router'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourcePage, useResource } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { exportItems } from '../exports/export-items.ts'
import { countText } from '../invoices/invoice-texts.ts'
import { loadText } from './shipment-texts.tsx'

const texts = {
  title: 'Despachos',
  search: 'Número, transportista, guía...',
  create: 'Nuevo despacho',
  empty: 'No hay despachos',
  emptyHint: 'Un despacho reúne los envíos que salen juntos con un transportista.',
  noHits: 'Ningún despacho coincide',
  failed: 'Error al cargar los despachos',
}

const readDispatches = (query: ListQuery) => read('GET /api/dispatches', { query })

const costText = ({ cost, costCurrency }: DispatchRow): string =>
  cost === null ? '—' : formatMoney(cost, costCurrency?.symbol ?? '')

const Undone = () => <Badge tone="grey">Deshecho</Badge>

const columns: readonly Column<DispatchRow>[] = [
  {
    header: 'Número',
    width: 90,
    cell: ({ id, companyDispatchId }) => (
      <Link to={`/envios/despachos/${id}`} className="font-semibold tabular-nums hover:underline">
        {`#${companyDispatchId}`}
      </Link>
    ),
  },
  { header: 'Fecha', width: 120, cell: ({ sentOn }) => formatDate(sentOn) },
  {
    header: 'Transportista',
    cell: ({ carrier, guide }) => (
      <div className="py-1.5">
        <span className="wrap-anywhere block font-medium">{carrier}</span>
        <span className="wrap-anywhere block text-help text-muted">{guide ?? 'Sin guía'}</span>
      </div>
    ),
  },
  {
    header: 'Envíos',
    width: 150,
    cell: (row) => (
      <>
        <span className="block tabular-nums">{row.shipmentCount}</span>
        <span className="block text-help text-muted tabular-nums">{loadText(row)}</span>
      </>
    ),
  },
  { header: 'Costo', width: 116, align: 'end', cell: (row) => <span className="tabular-nums">{costText(row)}</span> },
  {
    header: 'Hecho por',
    width: 160,
    cell: ({ createdBy, undoneAt }) => (
      <>
        <span className="block truncate">{createdBy.fullName}</span>
        {undoneAt !== null && <Undone />}
      </>
    ),
  },
]

function Card({ row }: { row: DispatchRow }) {
  return (
    <>
      <p className="flex items-center gap-2">
        <span className="font-semibold tabular-nums">{`#${row.companyDispatchId}`}</span>
        <span className="min-w-0 break-words font-medium">{row.carrier}</span>
        {row.undoneAt !== null && <Undone />}
        <span className="ml-auto text-help text-muted">{formatDate(row.sentOn)}</span>
      </p>
      <p className="mt-1 text-help text-muted">
        {[row.guide ?? 'Sin guía', countText(row.shipmentCount, 'envío', 'envíos'), loadText(row), costText(row)]
          .filter((text) => text !== '—')
          .join(' · ')}
      </p>
    </>
  )
}

export function DispatchList() {
  const navigate = useNavigate()
  const mayWrite = useMay()('dispatches.write')
  const resource = useResource(readDispatches, texts)
  const open = ({ id }: DispatchRow) => void navigate(`/envios/despachos/${id}`)
  return (
    <ResourcePage
      resource={resource}
      onCreate={mayWrite ? () => void navigate('/envios/despachar') : undefined}
      exact={({ companyDispatchId, guide }) => [String(companyDispatchId), guide]}
      menu={exportItems(readDispatches(resource.state.query))}
      above={
        <div className="mb-2 lg:mt-8">
          <Trail places={[{ to: '/envios', label: 'Envíos' }]} />
        </div>
      }
      table={{
        columns,
        card: (row) => <Card row={row} />,
        formatName: ({ companyDispatchId }) => `despacho #${companyDispatchId}`,
        onOpen: open,
        look: {
          minWidth: 820,
          rowHeight: 56,
          rowClass: ({ undoneAt }) => (undoneAt === null ? undefined : 'text-muted'),
        },
      }}
    />
  )
}
