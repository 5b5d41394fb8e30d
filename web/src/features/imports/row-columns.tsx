import type { ImportOutcome, ImportRow } from '@casillero/shared/contract/imports'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { CircleAlert, Equal, Pencil, Plane, Plus, Ship } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'

const outcomes: Record<ImportOutcome, { tone: Tone; label: string; icon: ReactNode }> = {
  new: { tone: 'blue', label: 'Nuevo', icon: <Plus size={13} aria-hidden="true" /> },
  updated: { tone: 'purple', label: 'Actualiza', icon: <Pencil size={13} aria-hidden="true" /> },
  same: { tone: 'grey', label: 'Igual', icon: <Equal size={13} aria-hidden="true" /> },
  error: { tone: 'red', label: 'Error', icon: <CircleAlert size={13} aria-hidden="true" /> },
}

function OutcomeBadge({ outcome }: { outcome: ImportOutcome }) {
  const { tone, label, icon } = outcomes[outcome]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

function Person({ client }: Pick<ImportRow, 'client'>) {
  if (client === null) return <span className="text-muted">—</span>
  return (
    <span className="block min-w-0">
      <span className="block truncate font-medium">{client.name}</span>
      <span className="block truncate text-help text-muted">{client.casillero ?? 'Sin casillero'}</span>
    </span>
  )
}

function Method({ shippingMethod }: Pick<ImportRow, 'shippingMethod'>) {
  if (shippingMethod === null) return null
  const Icon = shippingMethod === 'aereo' ? Plane : Ship
  return <Icon size={15} aria-label={shippingMethod === 'aereo' ? 'Aéreo' : 'Marítimo'} className="shrink-0" />
}

function Weight({ row }: { row: ImportRow }) {
  return (
    <span className="flex items-center gap-1.5 tabular-nums">
      <Method shippingMethod={row.shippingMethod} />
      {row.weight === null ? '—' : formatWeight(row.weight)}
    </span>
  )
}

function Detail({ row }: { row: ImportRow }) {
  const isError = row.outcome === 'error' || row.state === 'refused'
  return (
    <span
      title={row.detail}
      className={cx(
        'line-clamp-2 whitespace-normal text-label',
        isError ? 'font-medium text-danger-text' : 'text-muted',
      )}
    >
      {row.detail}
    </span>
  )
}

type Shown = Column<ImportRow & { id: string }>

const line: Shown = {
  header: 'Fila',
  width: 72,
  cell: (row) => <span className="text-muted tabular-nums">{row.row}</span>,
}
const outcome: Shown = { header: 'Resultado', width: 114, cell: (row) => <OutcomeBadge outcome={row.outcome} /> }
const detail: Shown = { header: 'Detalle', width: 240, cell: (row) => <Detail row={row} /> }
const code = (header: string, width: number): Shown => ({
  header,
  width,
  cell: (row) => <span className="block truncate text-tracking">{row.code ?? '—'}</span>,
})
const person: Shown = { header: 'Cliente', cell: (row) => <Person client={row.client} /> }
const weight: Shown = { header: 'Peso', width: 110, cell: (row) => <Weight row={row} /> }

/** The columns that the preview shows of the rows of each kind. */
export const rowColumns: Record<ImportKind, readonly Shown[]> = {
  clients: [line, outcome, code('Casillero', 120), person, detail],
  packages: [line, outcome, code('Tracking', 200), person, weight, detail],
  statuses: [line, outcome, code('Tracking', 200), person, weight, detail],
  charges: [line, outcome, code('Tracking', 200), person, detail],
  prealerts: [line, outcome, code('Tracking', 200), person, detail],
  tariffs: [
    line,
    outcome,
    { header: 'Nombre', cell: (row) => <span className="block truncate font-medium">{row.code ?? '—'}</span> },
    { header: 'Método', width: 90, cell: (row) => <Method shippingMethod={row.shippingMethod} /> },
    detail,
  ],
}

export function RowCard({ row }: { row: ImportRow }) {
  return (
    <span className="grid min-w-0 gap-1">
      <span className="flex items-center gap-2">
        <span className="text-help text-muted tabular-nums">Fila {row.row}</span>
        <OutcomeBadge outcome={row.outcome} />
        <span className="ml-auto flex items-center gap-1 text-label">
          {row.weight === null ? <Method shippingMethod={row.shippingMethod} /> : <Weight row={row} />}
        </span>
      </span>
      <span className="truncate font-semibold text-body tabular-nums">{row.code ?? '—'}</span>
      {row.client !== null && (
        <span className="truncate text-label">
          {[row.client.name, row.client.casillero].filter((part) => part !== null).join(' · ')}
        </span>
      )}
      <Detail row={row} />
    </span>
  )
}
