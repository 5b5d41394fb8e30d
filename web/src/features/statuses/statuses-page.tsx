import type { Status } from '@casillero/shared/contract/statuses'
import { useState } from 'react'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { StatusCard, statusColumns } from './status-columns.tsx'
import { useStatusOrder } from './status-order.ts'

const StatusForm = defer(() => import('./status-form.tsx').then((module) => module.StatusForm), DialogWait)

const texts = {
  title: 'Estados',
  create: 'Nuevo Estado',
  empty: 'No se encontraron estados',
  emptyHint: 'Por ellos pasa un paquete, desde la bodega hasta la entrega.',
  failed: 'Error al cargar los estados',
}

const none: readonly Status[] = []

type Open = { kind: 'form'; status?: Status } | { kind: 'remove'; status: Status }

/** The way of a package, in its order. docs/product/catalogues.md, "Statuses". */
export function StatusesPage() {
  const may = useMay()
  const resource = useResource(() => wholeList(read('GET /api/statuses')), texts)
  const statuses = resource.query.data?.data ?? none
  const { move, said } = useStatusOrder(statuses)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const mayWrite = may('settings.write')
  const create = mayWrite ? () => setOpen({ kind: 'form' }) : undefined
  const edit = mayWrite ? (status: Status) => setOpen({ kind: 'form', status }) : undefined
  const row = { last: statuses.length, move: mayWrite ? move : undefined }
  const remove = mayWrite ? (status: Status) => setOpen({ kind: 'remove', status }) : undefined

  return (
    <Page title={texts.title} action={create && { label: texts.create, run: create }}>
      <p className="mb-3 text-body text-muted">El camino de un paquete, en orden</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ResourceList
        texts={texts}
        resource={resource}
        onCreate={create}
        table={{
          columns: statusColumns(row),
          card: (status) => <StatusCard status={status} {...row} />,
          formatName: ({ name }) => name,
          onOpen: edit,
          look: { isOneColumn: true },
          actions: (status) => rowActions(status, { edit, remove, whyItStays }),
        }}
      />
      {open?.kind === 'form' && <StatusForm status={open.status} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="el estado"
          title={`¿Eliminar el estado ${open.status.name}?`}
          run={() => call('DELETE /api/statuses/:id', { params: { id: open.status.id } })}
          onClose={close}
        >
          Se eliminará el estado <b className="font-semibold">{open.status.name}</b>.
        </RemoveDialog>
      )}
    </Page>
  )
}

function whyItStays({ role, isFinalStatus }: Status): string | undefined {
  if (role !== null) return 'El estado tiene una función; désela antes a otro'
  return isFinalStatus ? 'Siempre hay un estado final; elija otro antes' : undefined
}
