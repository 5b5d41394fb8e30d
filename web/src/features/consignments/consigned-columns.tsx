import type { ConsignedPackage } from '@casillero/shared/contract/consignments'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Tracking } from '../../ui/display/tracking.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { formatName, formatNumber, poundsText } from './consignment-texts.ts'

const renderWeights = ({ weight, arrivalWeight }: ConsignedPackage) => (
  <>
    <span className="block tabular-nums">{weight === null ? 'Sin peso' : poundsText(weight)}</span>
    {arrivalWeight !== null && (
      <span className="block text-help text-muted tabular-nums">{`Llegó ${poundsText(arrivalWeight)}`}</span>
    )}
  </>
)

const shipmentColumn: Column<ConsignedPackage> = {
  header: 'Embarque',
  width: 110,
  cell: ({ shipment }) =>
    shipment && (
      <Link to={`/embarques/${shipment.id}`} className="font-semibold tabular-nums hover:underline">
        {`#${shipment.companyShipmentId}`}
      </Link>
    ),
}

const stateColumn: Column<ConsignedPackage> = {
  header: 'Estado',
  width: 190,
  cell: (row) => (
    <>
      <span className="block wrap-anywhere">{row.status?.name ?? 'Sin estado'}</span>
      <span className="block wrap-anywhere text-help text-muted" title={stateText(row)}>
        {stateText(row)}
      </span>
    </>
  ),
}

/** Returns the hour for today, the day for earlier dates. */
function hourText(instant: string): string {
  const [day, hour] = [formatDate(new Date(instant)), formatDateTime(instant).split(', ').at(-1) ?? '']
  return day === formatDate(new Date()) ? hour : day.slice(0, -5)
}

const hourColumn: Column<ConsignedPackage> = {
  header: 'Hora',
  width: 76,
  cell: ({ addedAt }) =>
    addedAt && (
      <span className="text-muted tabular-nums" title={formatDateTime(addedAt)}>
        {hourText(addedAt)}
      </span>
    ),
}

const firstColumns = { shipment: [], state: [], none: [], hour: [hourColumn] }
const lastColumns = { shipment: [shipmentColumn], state: [stateColumn], none: [], hour: [] }

/** `own` names the last column. */
export const consignedColumns = (own: keyof typeof lastColumns): readonly Column<ConsignedPackage>[] => [
  ...firstColumns[own],
  {
    header: 'Cliente',
    cell: (row) => (
      <>
        <span className="block wrap-anywhere font-medium" title={formatName(row)}>
          {formatName(row)}
        </span>
        <span className="block wrap-anywhere text-help text-muted">
          <Link to={`/paquetes/${row.id}`} className="hover:underline">
            {formatNumber(row)}
          </Link>
        </span>
      </>
    ),
  },
  {
    header: 'Tracking',
    width: 210,
    cell: ({ tracking }) => (tracking === null ? '—' : <Tracking>{tracking}</Tracking>),
  },
  { header: 'Libras', width: 110, align: 'end', cell: renderWeights },
  ...lastColumns[own],
]

function stateText({ lostAt, lostReason, seenAt, isExtra, addedAt }: ConsignedPackage): string {
  if (lostAt !== null) return `Perdido: ${lostReason ?? ''}`
  if (isExtra) return 'Sobrante'
  if (seenAt !== null) return `Visto ${formatDateTime(seenAt)}`
  return addedAt === null ? '' : `Agregado ${formatDateTime(addedAt)}`
}

type ConsignedCardProps = { row: ConsignedPackage; hasMenu: boolean; hasShipment?: boolean }

export function ConsignedCard({ row, hasMenu, hasShipment = false }: ConsignedCardProps) {
  return (
    <>
      <div className={cx('flex items-baseline gap-2', hasMenu && 'pr-10')}>
        <span className="min-w-0 break-words font-medium text-body">{formatName(row)}</span>
        <span className="ml-auto whitespace-nowrap text-end text-label">{renderWeights(row)}</span>
      </div>
      <p className="break-words text-help text-muted">
        {hasShipment && row.shipment
          ? `${formatNumber(row)} · Embarque #${row.shipment.companyShipmentId}`
          : formatNumber(row)}
      </p>
      {row.tracking !== null && <Tracking>{row.tracking}</Tracking>}
      <p className="break-words text-help text-muted">{stateText(row)}</p>
    </>
  )
}
