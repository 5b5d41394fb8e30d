import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { plural } from './import-texts.ts'

const shownStaying = 8

/** Asks before a load is taken back, and names what would stay. docs/product/imports.md, "Undoing". */
export function UndoDialog({ load, onClose }: { load: ImportLoad; onClose: () => void }) {
  const client = useQueryClient()
  const params = { id: load.id }
  // Asked for once, for this question: the undo itself invalidates all queries, and what it took back has no preview any more.
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
