import type { Prealert } from '@casillero/shared/contract/prealerts'
import { businessDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Tracking } from '../../ui/display/tracking.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { findAsked, formatDay, formatExpected, isLate } from './prealert-texts.ts'

const small = 'block wrap-anywhere text-help text-muted'

function Expected({ row }: { row: Prealert }) {
  return (
    <span className={cx('block whitespace-nowrap', isLate(row) && 'font-semibold text-danger-text')}>
      {row.state === 'expected' ? formatExpected(row) : '—'}
    </span>
  )
}

function State({ row }: { row: Prealert }) {
  const asked = findAsked(row, businessDate(new Date()))
  if (row.state === 'cancelled')
    return (
      <Badge tone="grey" icon={<CircleX size={14} aria-hidden="true" />}>
        Anulada
      </Badge>
    )
  if (row.package)
    return (
      <Link to={`/paquetes/${row.package.id}`} className="inline-flex items-center gap-2 hover:underline">
        <Badge tone="green" icon={<CircleCheck size={14} aria-hidden="true" />}>
          Recibida
        </Badge>
        <span className="tabular-nums">{`#${row.package.companyPackageId}`}</span>
      </Link>
    )
  return (
    <>
      {row.claimNote === null ? (
        <Badge tone="grey" icon={<Clock size={14} aria-hidden="true" />}>
          Esperada
        </Badge>
      ) : (
        <Badge tone="yellow" icon={<CircleAlert size={14} aria-hidden="true" />}>
          Reclamada
        </Badge>
      )}
      {asked && <span className={small}>{asked.text}</span>}
    </>
  )
}

export const prealertColumns: readonly Column<Prealert>[] = [
  {
    header: 'Cliente',
    cell: ({ client }) => (
      <div className="py-1.5">
        <Link to={`/clients/${client.id}`} className="wrap-anywhere font-medium hover:underline" title={client.name}>
          {client.name}
        </Link>
        <span className={small}>{client.casillero}</span>
      </div>
    ),
  },
  {
    header: 'Tracking / Tienda',
    width: 204,
    cell: ({ tracking, store }) => (
      <>
        <Tracking>{tracking}</Tracking>
        {store !== null && <span className={small}>{store}</span>}
      </>
    ),
  },
  {
    header: 'Qué es / Valor',
    width: 160,
    cell: ({ description, declaredValue }) => (
      <div className="py-1.5">
        <span className="wrap-anywhere line-clamp-2" title={description ?? undefined}>
          {description ?? '—'}
        </span>
        {declaredValue !== null && <span className={small}>{formatMoney(declaredValue)}</span>}
      </div>
    ),
  },
  {
    header: 'Se espera',
    width: 124,
    cell: (row) => (
      <>
        <Expected row={row} />
        <span className={small}>{formatDay(row)}</span>
      </>
    ),
  },
  { header: 'Estado', width: 146, cell: (row) => <State row={row} /> },
]

export function PrealertCard({ row }: { row: Prealert }) {
  const { client, tracking, store, description, declaredValue } = row
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 pr-10">
        <span className="min-w-0 break-words font-semibold text-body">{client.name}</span>
        <Expected row={row} />
      </p>
      <p className="mt-0.5 pr-10 text-help text-muted">{`${client.casillero} · ${formatDay(row)}`}</p>
      <p className="mt-1 break-words text-body">
        {[description, declaredValue === null ? null : formatMoney(declaredValue)].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-help text-muted">
        <span className="break-all">{tracking}</span>
        {store !== null && <span className="wrap-anywhere">{store}</span>}
      </p>
      <div className="mt-1.5">
        <State row={row} />
      </div>
    </>
  )
}
