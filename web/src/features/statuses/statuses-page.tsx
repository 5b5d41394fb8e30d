import type { Status } from '@casillero/shared/contract/statuses'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
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

const formatName = ({ name }: Status) => name

/** docs/product/catalogues.md, "Statuses". */
export function StatusesPage() {
  const resource = useResource(() => wholeList(read('GET /api/statuses')), texts)
  const statuses = resource.query.data?.data ?? none
  const { move, said } = useStatusOrder(statuses)
  const { mayWrite, create, edit, listActions, dialogs } = useRecords<Status>({
    thing: 'el estado',
    formatName,
    Form: StatusForm,
    remove: (id) => call('DELETE /api/statuses/:id', { params: { id } }),
    write: 'settings.write',
    whyItStays,
  })
  const row = { last: statuses.length, move: mayWrite ? move : undefined }

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
          formatName,
          onOpen: edit,
          look: { isOneColumn: true },
          actions: listActions,
        }}
      />
      {dialogs}
    </Page>
  )
}

function whyItStays({ role, isFinalStatus }: Status): string | undefined {
  if (role !== null) return 'El estado tiene una función; désela antes a otro'
  return isFinalStatus ? 'Siempre hay un estado final; elija otro antes' : undefined
}
