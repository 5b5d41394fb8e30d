import type { ImportLoad } from '@casillero/shared/contract/imports'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { importNames } from '@casillero/shared/domain/import-fields'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '../../crud/data-table.tsx'
import { Pager } from '../../crud/pager.tsx'
import { describeError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { resultText } from './import-texts.ts'

const UndoDialog = defer(() => import('./undo-dialog.tsx').then((module) => module.UndoDialog), DialogWait)
const pageSize = 10

/** Takes a load back, after a question that names what stays. */
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

/** The loads of the company, newest first; `empty` where there is none. docs/product/imports.md, "Undoing". */
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
