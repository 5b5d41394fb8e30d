import type { ImportLoad } from '@casillero/shared/contract/imports'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { importNames } from '@casillero/shared/domain/import-fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { DataTable } from '../../crud/data-table.tsx'
import { Pager } from '../../crud/pager.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { plural, resultText } from './import-texts.ts'

const pageSize = 10

export function UndoButton({ load }: { load: ImportLoad }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={<Undo2 size={15} aria-hidden="true" />}
        aria-label={`Deshacer ${load.fileName}`}
        onClick={() => setOpen(true)}
      >
        Deshacer
      </Button>
      {isOpen && <UndoDialog load={load} onClose={() => setOpen(false)} />}
    </>
  )
}

function End({ load }: { load: ImportLoad }) {
  if (load.canUndo) return <UndoButton load={load} />
  if (load.status === 'running') return <Badge tone="blue">En curso</Badge>
  if (load.status !== 'undone') return null
  return load.result.undone === 0 ? (
    <span className="text-label text-muted">{`${load.result.kept} ya cambiaron`}</span>
  ) : (
    <Badge tone="grey">Deshecha</Badge>
  )
}

function FileName({ load }: { load: ImportLoad }) {
  return (
    <span className="block min-w-0">
      <Link
        to={`/importar/${load.kind}/${load.id}`}
        className="block min-h-6 truncate font-medium hover:underline pointer-coarse:min-h-11"
      >
        {load.fileName}
      </Link>
      <span className="block text-help text-muted">{importNames[load.kind].of}</span>
    </span>
  )
}

const columns: readonly Column<ImportLoad>[] = [
  {
    header: 'Cuándo',
    width: 164,
    cell: (load) => <span className="text-muted">{formatDateTime(load.createdAt)}</span>,
  },
  { header: 'Archivo', cell: (load) => <FileName load={load} /> },
  {
    header: 'Resultado',
    width: 190,
    cell: (load) => (
      <span className="line-clamp-2 whitespace-normal" title={resultText(load)}>
        {resultText(load)}
      </span>
    ),
  },
  { header: 'Quién', width: 200, cell: (load) => <span className="block truncate text-muted">{load.createdBy}</span> },
  { header: '', width: 148, align: 'end', cell: (load) => <End load={load} /> },
]

function LoadCard({ load }: { load: ImportLoad }) {
  return (
    <span className="grid min-w-0 gap-1">
      <FileName load={load} />
      <span className="text-label">{resultText(load)}</span>
      <span className="text-help text-muted">{`${formatDateTime(load.createdAt)} · ${load.createdBy}`}</span>
      <span className="empty:hidden">
        <End load={load} />
      </span>
    </span>
  )
}

/** docs/product/imports.md, "Undoing". */
export function LoadsList({ empty = null }: { empty?: ReactNode }) {
  const [page, setPage] = useState(1)
  const loads = useQuery(read('GET /api/imports', { query: { page: String(page), limit: String(pageSize) } }))
  const rows = loads.data?.data
  if (rows?.length === 0) return empty
  return (
    <section aria-labelledby="cargas" className="mt-5">
      <div className="mb-2 flex items-baseline gap-3 px-0.5">
        <h2 id="cargas" className="font-semibold text-card">
          Cargas anteriores
        </h2>
        <span className="ml-auto text-label text-muted">Una carga a la vez por empresa</span>
      </div>
      <Surface className="overflow-clip">
        {loads.isError ? (
          <ErrorState
            title={describeError(loads.error, 'Error al cargar las cargas')}
            onRetry={() => void loads.refetch()}
          />
        ) : (
          <DataTable
            rows={rows}
            label="Cargas anteriores"
            formatName={(load) => load.fileName}
            columns={columns}
            card={(load) => <LoadCard load={load} />}
            look={{ minWidth: 860, rowHeight: 56, isOneColumn: true }}
          />
        )}
      </Surface>
      <Pager page={page} pages={loads.data?.pagination.pages ?? 1} onPage={setPage} />
    </section>
  )
}

const shownStaying = 8

/** docs/product/imports.md, "Undoing". */
function UndoDialog({ load, onClose }: { load: ImportLoad; onClose: () => void }) {
  const client = useQueryClient()
  const params = { id: load.id }
  // Asked once: the undo invalidates all queries, and afterwards there is no preview.
  const preview = useQuery({ ...read('GET /api/imports/:id/undo', { params }), gcTime: 0, staleTime: 'static' })
  const data = preview.data?.data
  const run = async () => {
    await call('POST /api/imports/:id/undo', { params })
    await client.invalidateQueries()
  }
  return (
    <ConfirmDialog
      title={`¿Deshacer ${load.fileName}?`}
      texts={{
        confirm: 'Deshacer',
        confirming: 'Deshaciendo…',
        done: 'Importación deshecha',
        failed: 'Error al deshacer la importación',
      }}
      run={run}
      onClose={onClose}
    >
      {preview.isError && <Note tone="red">{describeError(preview.error, 'Error al cargar la importación')}</Note>}
      {preview.isLoading && <SkeletonRows rows={2} height={44} label="Cargando..." isTable={false} />}
      {data !== undefined && (
        <>
          <p className="text-body">
            {`Lo que agregó se elimina y lo que cambió vuelve a como estaba: ${plural(data.takenBack, 'fila', 'filas')}.`}
          </p>
          {data.staying > 0 && (
            <div className="mt-3">
              <p className="font-medium text-body">{`Se quedan ${plural(data.staying, 'fila', 'filas')} que ya cambiaron:`}</p>
              <ul className="mt-1 list-disc pl-5 text-label text-muted">
                {data.stays.slice(0, shownStaying).map(({ row, code, reason }) => (
                  <li key={row}>{`${code ?? `Fila ${row}`}: ${reason}`}</li>
                ))}
                {data.staying > shownStaying && <li>{`y ${data.staying - shownStaying} más`}</li>}
              </ul>
            </div>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}
