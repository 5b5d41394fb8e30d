import type { ConsignmentRow } from '@casillero/shared/contract/consignments'
import { businessDate, formatDate } from '@casillero/shared/domain/business-date'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import { countText, poundsText, stages } from './consignment-texts.ts'

/** Without the year that it is. */
const dayText = (date: string): string => {
  const text = formatDate(date)
  const year = businessDate(new Date()).slice(0, 4)
  return text.endsWith(` ${year}`) ? text.slice(0, -5) : text
}

const formatGuide = ({ guide }: ConsignmentRow) => guide ?? 'Sin guía'

function dateText({ arrivedAt, expectedAt }: ConsignmentRow): string {
  if (arrivedAt !== null) return `Llegó ${dayText(arrivedAt)}`
  return expectedAt === null ? 'Sin fecha' : `Se espera ${dayText(expectedAt)}`
}

function describeHint({ state, missingCount, expectedAt }: ConsignmentRow): { text: string; look: string } | undefined {
  const isArrived = state === 'received' || state === 'closed'
  if (isArrived && missingCount > 0) {
    return { text: missingCount === 1 ? '1 faltante' : `${missingCount} faltantes`, look: 'text-danger-text' }
  }
  if (state === 'in_transit' && expectedAt === businessDate(new Date())) {
    return { text: 'Llega hoy', look: 'text-yellow-text' }
  }
  return state === 'received' ? { text: 'Falta el cuadre', look: 'text-muted' } : undefined
}

function State({ row }: { row: ConsignmentRow }) {
  const hint = describeHint(row)
  return (
    <>
      <StatusBadge status={stages[row.state]} last={4} fallback="" />
      {hint && <span className={`block text-help ${hint.look}`}>{hint.text}</span>}
    </>
  )
}

export const consignmentColumns: readonly Column<ConsignmentRow>[] = [
  {
    header: 'Número',
    width: 90,
    cell: ({ id, companyShipmentId }) => (
      <Link to={`/embarques/${id}`} className="font-semibold tabular-nums hover:underline">
        {`#${companyShipmentId}`}
      </Link>
    ),
  },
  { header: 'Método', width: 116, cell: ({ shippingMethod }) => <ShippingKindLabel kind={shippingMethod} /> },
  {
    header: 'Guía / Agente',
    cell: (row) => (
      <>
        {/* Whole: the carrier knows the shipment by it. */}
        <span className="block whitespace-normal break-words font-medium">{formatGuide(row)}</span>
        <span className="block wrap-anywhere text-help text-muted">{row.carrier ?? '—'}</span>
      </>
    ),
  },
  {
    header: 'Salió / Llega',
    width: 140,
    cell: (row) => (
      <>
        <span className="block">{row.departsAt === null ? '—' : dayText(row.departsAt)}</span>
        <span className="block wrap-anywhere text-help text-muted">{dateText(row)}</span>
      </>
    ),
  },
  { header: 'Paquetes', width: 90, align: 'end', cell: ({ packageCount }) => String(packageCount) },
  { header: 'Libras', width: 104, align: 'end', cell: ({ weight }) => poundsText(weight) },
  { header: 'Clientes', width: 90, align: 'end', cell: ({ clientCount }) => String(clientCount) },
  { header: 'Estado', width: 130, cell: (row) => <State row={row} /> },
]

export function ConsignmentCard({ row }: { row: ConsignmentRow }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="font-semibold text-body tabular-nums">{`#${row.companyShipmentId}`}</span>
        <ShippingKindLabel kind={row.shippingMethod} />
        <span className="ml-auto text-end">
          <State row={row} />
        </span>
      </div>
      <p className="mt-1 break-words font-medium text-body">{formatGuide(row)}</p>
      <p className="break-words text-help text-muted">{[row.carrier, dateText(row)].filter(Boolean).join(' · ')}</p>
      <p className="text-help text-muted tabular-nums">
        {`${countText(row.packageCount)} · ${poundsText(row.weight)} lbs`}
      </p>
    </>
  )
}
