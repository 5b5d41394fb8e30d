import type { ImportLoad, ImportOutcome, ImportRow } from '@casillero/shared/contract/imports'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../crud/data-table.tsx'
import { Pager } from '../../crud/pager.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { ErrorsButton } from './errors-button.tsx'
import { plural, rowsTaken, untouched } from './import-texts.ts'
import { RowCard, rowColumns } from './row-columns.tsx'

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
