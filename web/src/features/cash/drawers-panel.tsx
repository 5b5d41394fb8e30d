import type { CashDrawer } from '@casillero/shared/contract/cash'
import { useState } from 'react'
import { CreateLine } from '../../crud/create-line.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { CardTitle } from '../../ui/lists/card-list.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { momentOf } from './cash-texts.ts'

const DrawerForm = defer(() => import('./drawer-form.tsx').then((module) => module.DrawerForm), DialogWait)

const texts = {
  title: 'Cajas',
  create: 'Nueva Caja',
  empty: 'No hay cajas',
  emptyHint: 'Cada mostrador puede tener la suya.',
  failed: 'Error al cargar las cajas',
}

type Open = { drawer?: CashDrawer }

/** The drawers; admins add them, rename them and retire them. */
export function DrawersPanel() {
  const may = useMay()
  const resource = useResource(() => wholeList(read('GET /api/cash-drawers')), texts)
  const [open, setOpen] = useState<Open>()
  const mayManage = may('cash.manage')
  const create = mayManage ? () => setOpen({}) : undefined
  const edit = mayManage ? (drawer: CashDrawer) => setOpen({ drawer }) : undefined
  return (
    <>
      {create && <CreateLine label={texts.create} onCreate={create} />}
      <ResourceList
        texts={texts}
        resource={resource}
        onCreate={create}
        table={{
          columns,
          card: (drawer) => <DrawerCard drawer={drawer} />,
          nameOf: ({ name }) => name,
          onOpen: edit,
          look: { minWidth: 560, rowClass: ({ isActive }) => (isActive ? undefined : 'text-muted') },
          ...(edit && { actions: (drawer: CashDrawer) => rowActions(drawer, { edit }) }),
        }}
      />
      {open && <DrawerForm drawer={open.drawer} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const columns: readonly Column<CashDrawer>[] = [
  { header: 'Nombre', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { header: 'Estado', width: 400, cell: (drawer) => <DrawerState drawer={drawer} /> },
]

function DrawerCard({ drawer }: { drawer: CashDrawer }) {
  return (
    <>
      <CardTitle>{drawer.name}</CardTitle>
      <DrawerState drawer={drawer} />
    </>
  )
}

function DrawerState({ drawer: { isActive, openSession } }: { drawer: CashDrawer }) {
  if (openSession === null)
    return isActive ? <span className="text-muted">Cerrada</span> : <Badge tone="grey">Retirada</Badge>
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="green">Abierta</Badge>
      <span className="text-help text-muted">
        {`Turno #${openSession.companySessionId} · ${openSession.openedBy.fullName} · ${momentOf(openSession.openedAt)}`}
      </span>
    </span>
  )
}
