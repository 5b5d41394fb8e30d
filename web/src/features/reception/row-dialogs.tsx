import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, describeError } from '../../lib/api.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { LabelDialog } from '../packages/label-dialog.tsx'
import type { Row, RowDeeds } from './reception-row.ts'
import { dropRow, updateSaved } from './row-store.ts'
import { SettleDialog } from './settle-dialog.tsx'

const OpenedPackage = defer(
  () => import('../packages/package-dialog.tsx').then((module) => module.OpenedPackage),
  DialogWait,
)

type Open = { what: 'settle'; row: Row } | { what: 'package'; row: Row } | { what: 'labels'; ids: readonly string[] }

/** What a package became in its form. */
async function refresh(row: Row): Promise<void> {
  const { saved } = row
  if (saved === null) return
  const { data } = await call('GET /api/packages/:id', { params: { id: saved.package.id } }).catch(() => ({
    data: null,
  }))
  if (data) updateSaved(row, data)
}

export function useRowDeeds(): { on: RowDeeds; open: Open | undefined; close: () => void } {
  const [open, setOpen] = useState<Open>()
  const { mutate } = useMutation({
    mutationFn: async (row: Row) => {
      await call('POST /api/receptions/:id/undo', { params: { id: row.saved?.receptionId ?? '' } })
      return row
    },
    onSuccess: (row) => {
      dropRow(row)
      toastSuccess(`Se deshizo la recepción de ${row.entry.tracking}`)
    },
    onError: (error) => toastError(describeError(error, 'No se pudo deshacer')),
  })
  // The same functions, so that a row is drawn for its own changes alone.
  const on = useMemo(
    (): RowDeeds => ({
      onSettle: (row) => setOpen({ what: 'settle', row }),
      onOpen: (row) => setOpen({ what: 'package', row }),
      onPrint: (ids) => setOpen({ what: 'labels', ids }),
      onUndo: mutate,
    }),
    [mutate],
  )
  return { on, open, close: () => setOpen(undefined) }
}

export function RowDialogs({ deeds: { open, close } }: { deeds: ReturnType<typeof useRowDeeds> }) {
  if (open === undefined) return null
  if (open.what === 'settle') return <SettleDialog row={open.row} onClose={close} />
  if (open.what === 'labels') return <LabelDialog names={open.ids} onClose={close} />
  const leave = () => {
    close()
    void refresh(open.row)
  }
  return <OpenedPackage id={open.row.saved?.package.id ?? ''} row={undefined} onClose={leave} />
}
