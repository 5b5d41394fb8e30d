import { type CashDrawer, cashDrawerDraft } from '@casillero/shared/contract/cash'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { CreateLine } from '../../crud/create-line.tsx'
import { RecordForm } from '../../crud/record-form.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { CardTitle } from '../../ui/lists/card-list.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { formatMoment } from './cash-texts.ts'

const texts = {
  title: 'Cajas',
  create: 'Nueva Caja',
  empty: 'No hay cajas',
  emptyHint: 'Cada mostrador puede tener la suya.',
  failed: 'Error al cargar las cajas',
}

type Open = { drawer?: CashDrawer }

function OpenCash() {
  const cash = useQuery(read('GET /api/dashboard')).data?.data.money?.cash
  if (!cash || cash.sessions === 0) return null
  return (
    <p className="mb-3 flex flex-wrap items-baseline gap-x-2 text-body">
      <span className="text-muted">Efectivo en cajas abiertas</span>
      <b className="font-semibold tabular-nums">{sumsText(cash.amounts)}</b>
    </p>
  )
}

function DrawerCash({ sessionId }: { sessionId: string }) {
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id: sessionId } }))
  const balances = query.data?.data.balances ?? []
  const sums = balances.flatMap(({ symbol, expected }) => (expected === null ? [] : [{ symbol, amount: expected }]))
  if (sums.length === 0) return null
  return <span className="font-semibold text-body tabular-nums">{sumsText(sums)}</span>
}

const sumsText = (sums: readonly { symbol: string; amount: number }[]): string =>
  sums.map(({ symbol, amount }) => formatMoney(amount, symbol)).join(' · ')

export function DrawersPanel() {
  const may = useMay()
  const resource = useResource(() => wholeList(read('GET /api/cash-drawers')), texts)
  const [open, setOpen] = useState<Open>()
  const mayManage = may('cash.manage')
  const create = mayManage ? () => setOpen({}) : undefined
  const edit = mayManage ? (drawer: CashDrawer) => setOpen({ drawer }) : undefined
  return (
    <>
      {mayManage && <OpenCash />}
      {create && <CreateLine label={texts.create} onCreate={create} />}
      <ResourceList
        texts={texts}
        resource={resource}
        onCreate={create}
        table={{
          columns,
          card: (drawer) => <DrawerCard drawer={drawer} />,
          formatName: ({ name }) => name,
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
  const may = useMay()
  if (openSession === null)
    return isActive ? <span className="text-muted">Cerrada</span> : <Badge tone="grey">Retirada</Badge>
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="green">Abierta</Badge>
      {may('cash.manage') && <DrawerCash sessionId={openSession.id} />}
      <span className="text-help text-muted">
        {`Turno #${openSession.companySessionId} · ${openSession.openedBy.fullName} · ${formatMoment(openSession.openedAt)}`}
      </span>
    </span>
  )
}

type Form = z.input<typeof cashDrawerDraft>

const Fields = createFields<Form>()

type DrawerFormProps = { drawer?: CashDrawer | undefined; onClose: () => void }

function DrawerForm({ drawer, onClose }: DrawerFormProps) {
  return (
    <RecordForm
      thing="la caja"
      calls={{
        list: () => call('GET /api/cash-drawers'),
        create: (body) => call('POST /api/cash-drawers', { body }),
        update: (id, body) => call('PUT /api/cash-drawers/:id', { params: { id }, body }),
      }}
      row={drawer}
      size="md"
      schema={cashDrawerDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} placeholder="Por ejemplo: Caja 2" />
        {drawer && <Fields.Check name="isActive" label="En uso" />}
      </div>
    </RecordForm>
  )
}

const toFormValues = (drawer: CashDrawer | undefined): Form =>
  drawer === undefined
    ? { name: '', isActive: true }
    : { name: drawer.name, isActive: drawer.isActive, version: drawer.version }
