import type { ImportLoad, ImportOutcome, ImportRow } from '@casillero/shared/contract/imports'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Equal, Pencil, Plane, Plus, Ship } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DataTable } from '../../crud/data-table.tsx'
import { Pager } from '../../crud/pager.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { ErrorsButton } from './errors-button.tsx'
import { plural, rowsTaken, untouched } from './import-texts.ts'

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
const rowColumns: Record<ImportKind, readonly Shown[]> = {
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

function RowCard({ row }: { row: ImportRow }) {
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

type Filter = 'all' | ImportOutcome
const pageSize = 20

const buildTabs = (load: ImportLoad): Tab<Filter>[] => [
  { id: 'all', label: 'Todas', count: rowsTaken(load) },
  { id: 'new', label: 'Nuevo', count: load.counts.new },
  { id: 'updated', label: 'Actualiza', count: load.counts.updated },
  { id: 'same', label: 'Igual', count: load.counts.same },
  { id: 'error', label: 'Error', count: load.counts.error },
]

type Row = ImportRow & { id: string }

/** docs/product/imports.md, "Preview". */
export function PreviewStep({ load, onBack }: { load: ImportLoad; onBack: () => void }) {
  const hasRoom = useMedia('(min-width: 768px)')
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const query = { page: String(page), limit: String(pageSize), ...(filter === 'all' ? {} : { kind: filter }) }
  const rows = useQuery({
    ...read('GET /api/imports/:id/rows', { params: { id: load.id }, query }),
    placeholderData: keepPreviousData,
  })
  const choose = (chosen: Filter) => {
    setFilter(chosen)
    setPage(1)
  }
  const tabs = { label: 'Filas', tabs: buildTabs(load), current: filter, onChange: choose }
  const data = rows.data?.data.map((row): Row => ({ ...row, id: String(row.row) }))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2 border-line md:border-b">
        <div className="min-w-0 flex-1 md:-mb-px">
          {hasRoom ? <Tabs {...tabs} /> : <TabSelect {...tabs} tabs={tabs.tabs.map(withCount)} />}
        </div>
        {load.counts.error > 0 && <ErrorsButton load={load} />}
      </div>
      <TabPanel id={filter}>
        <Surface className="overflow-clip">
          {rows.isError ? (
            <ErrorState
              title={describeError(rows.error, 'Error al cargar las filas')}
              onRetry={() => void rows.refetch()}
            />
          ) : data?.length === 0 ? (
            <EmptyState title="No hay filas así" />
          ) : (
            <DataTable
              rows={data}
              label="Filas del archivo"
              formatName={(row) => `fila ${row.row}`}
              columns={rowColumns[load.kind]}
              card={(row) => <RowCard row={row} />}
              look={{
                minWidth: 820,
                rowHeight: 56,
                isOneColumn: true,
                rowClass: ({ outcome }) => (outcome === 'error' ? 'bg-danger-soft' : undefined),
              }}
            />
          )}
          <Foot load={load} onBack={onBack} />
        </Surface>
        <Pager page={page} pages={rows.data?.pagination.pages ?? 1} onPage={setPage} />
      </TabPanel>
    </>
  )
}

const withCount = (tab: Tab<Filter>): Tab<Filter> => ({ ...tab, label: `${tab.label} (${tab.count ?? 0})` })

function Foot({ load, onBack }: { load: ImportLoad; onBack: () => void }) {
  const client = useQueryClient()
  const [isWhole, setWhole] = useState(false)
  const [isNotifying, setNotifying] = useState(false)
  const starting = useMutation({
    mutationFn: () =>
      call('POST /api/imports/:id/run', {
        params: { id: load.id },
        body: { allOrNothing: isWhole, notify: isNotifying },
      }),
    onSuccess: (reply) =>
      client.setQueryData(read('GET /api/imports/:id', { params: { id: load.id } }).queryKey, reply),
    onError: (error) => toastFailure(error, 'Error al importar'),
  })
  const count = load.counts.new + load.counts.updated
  return (
    <div className="z-10 flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-t bg-surface-2 px-4 py-3 md:sticky md:bottom-0">
      <Checkbox label="Todo o nada" checked={isWhole} onChange={(event) => setWhole(event.target.checked)} />
      {(load.kind === 'packages' || load.kind === 'statuses') && (
        <Checkbox
          label="Avisar a los clientes"
          checked={isNotifying}
          onChange={(event) => setNotifying(event.target.checked)}
        />
      )}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:w-full">
        <span className="mr-3 text-label text-muted">{untouched(load)}</span>
        <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
          <Button onClick={onBack}>Atrás</Button>
          <Button
            variant="primary"
            disabled={count === 0 || !load.mayChange}
            busy={starting.isPending}
            busyLabel="Importando…"
            onClick={() => starting.mutate()}
          >
            {`Importar ${plural(count, 'fila', 'filas')}`}
          </Button>
        </div>
      </div>
    </div>
  )
}
