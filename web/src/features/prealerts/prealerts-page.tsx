import type { Api } from '@casillero/shared/contract/api'
import type { Prealert, PrealertView } from '@casillero/shared/contract/prealerts'
import { businessDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleAlert, CircleCheck, CircleX, Clock, FileText, FileUp, MessageCircle, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { readChoice } from '../../crud/list-filter.ts'
import { type ListQuery, useListState } from '../../crud/list-state.ts'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Tracking } from '../../ui/display/tracking.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { useImportItems } from '../imports/import-items.ts'
import {
  countPurchases,
  describeAsked,
  findAsked,
  formatDay,
  formatExpected,
  formatName,
  isLate,
} from './prealert-texts.ts'

const small = 'block wrap-anywhere text-help text-muted'

function Expected({ row }: { row: Prealert }) {
  return (
    <span className={cx('block whitespace-nowrap', isLate(row) && 'font-semibold text-danger-text')}>
      {row.state === 'expected' ? formatExpected(row) : '—'}
    </span>
  )
}

function State({ row }: { row: Prealert }) {
  const asked = findAsked(row, businessDate(new Date()))
  if (row.state === 'cancelled')
    return (
      <Badge tone="grey" icon={<CircleX size={14} aria-hidden="true" />}>
        Anulada
      </Badge>
    )
  if (row.package)
    return (
      <Link to={`/paquetes/${row.package.id}`} className="inline-flex items-center gap-2 hover:underline">
        <Badge tone="green" icon={<CircleCheck size={14} aria-hidden="true" />}>
          Recibida
        </Badge>
        <span className="tabular-nums">{`#${row.package.companyPackageId}`}</span>
      </Link>
    )
  if (row.rival)
    return (
      <>
        <Badge tone="yellow" icon={<CircleAlert size={14} aria-hidden="true" />}>
          En disputa
        </Badge>
        <span className={small}>{`También la avisó ${row.rival.casillero}`}</span>
      </>
    )
  return (
    <>
      {row.claimNote === null ? (
        <Badge tone="grey" icon={<Clock size={14} aria-hidden="true" />}>
          Esperada
        </Badge>
      ) : (
        <Badge tone="yellow" icon={<CircleAlert size={14} aria-hidden="true" />}>
          Reclamada
        </Badge>
      )}
      {asked && <span className={small}>{asked.text}</span>}
    </>
  )
}

const prealertColumns: readonly Column<Prealert>[] = [
  {
    header: 'Cliente',
    cell: ({ client }) => (
      <>
        <Link to={`/clients/${client.id}`} className="block truncate font-medium hover:underline" title={client.name}>
          {client.name}
        </Link>
        <span className={small}>{client.casillero}</span>
      </>
    ),
  },
  {
    header: 'Tracking / Tienda',
    width: 204,
    cell: ({ tracking, store }) => (
      <>
        <Tracking>{tracking}</Tracking>
        {store !== null && <span className={small}>{store}</span>}
      </>
    ),
  },
  {
    header: 'Qué es / Valor',
    width: 140,
    cell: ({ description, declaredValue }) => (
      <>
        <span className="block truncate" title={description ?? undefined}>
          {description ?? '—'}
        </span>
        {declaredValue !== null && <span className={small}>{formatMoney(declaredValue)}</span>}
      </>
    ),
  },
  {
    header: 'Se espera',
    width: 112,
    cell: (row) => (
      <>
        <Expected row={row} />
        <span className={small}>{formatDay(row)}</span>
      </>
    ),
  },
  { header: 'Estado', width: 130, cell: (row) => <State row={row} /> },
]

function PrealertCard({ row }: { row: Prealert }) {
  const { client, tracking, store, description, declaredValue } = row
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 pr-10">
        <span className="min-w-0 break-words font-semibold text-body">{client.name}</span>
        <Expected row={row} />
      </p>
      <p className="mt-0.5 pr-10 text-help text-muted">{`${client.casillero} · ${formatDay(row)}`}</p>
      <p className="mt-1 break-words text-body">
        {[description, declaredValue === null ? null : formatMoney(declaredValue)].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-help text-muted">
        <span className="break-all">{tracking}</span>
        {store !== null && <span className="wrap-anywhere">{store}</span>}
      </p>
      <div className="mt-1.5">
        <State row={row} />
      </div>
    </>
  )
}

const PrealertForm = defer(() => import('./prealert-form.tsx').then((module) => module.PrealertForm), DialogWait)
const InvoiceDialog = defer(() => import('./invoice-dialog.tsx').then((module) => module.InvoiceDialog), DialogWait)

const texts = {
  title: 'Prealertas',
  search: 'Cliente, tracking o tienda...',
  create: 'Nueva Prealerta',
  empty: 'No se espera ninguna compra',
  emptyHint: 'Aquí aparecen las compras que los clientes avisan antes de que lleguen a Miami.',
  noHits: 'Ninguna prealerta coincide',
  failed: 'Error al cargar las prealertas',
}

const views: readonly PrealertView[] = ['expected', 'late', 'received', 'all']

const empties: Record<PrealertView, string> = {
  expected: texts.empty,
  late: 'No hay compras atrasadas',
  received: 'Todavía no se recibió ninguna compra avisada',
  all: 'No hay prealertas',
}

type Open = { kind: 'form'; prealert?: Prealert } | { kind: 'cancel' | 'file'; prealert: Prealert }

type Counts = Api['GET /api/prealerts/counts']['reply']['data']

type ViewTabsProps = { view: PrealertView; counts: Counts | undefined; onChange: (view: PrealertView) => void }

function ViewTabs({ view, counts, onChange }: ViewTabsProps) {
  const isRoomy = useMedia('(min-width: 900px)')
  const tabs: Tab<PrealertView>[] = [
    { id: 'expected', label: 'Esperadas', count: counts?.expected },
    { id: 'late', label: 'Debieron llegar', count: counts?.late },
    { id: 'received', label: 'Recibidas' },
    { id: 'all', label: 'Todas' },
  ]
  const choice = { label: 'Prealertas', tabs, current: view, onChange }
  return <div className="mb-3">{isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}</div>
}

function useRowActions(onOpen: (open: Open) => void) {
  const may = useMay()
  const mayWrite = may('packages.write')
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: ({ id }: Prealert) => call('POST /api/prealerts/:id/ask', { params: { id } }),
    onSuccess: (_, { client }) => toastSuccess(`La pregunta a ${client.name} saldrá por WhatsApp`),
    onError: (error) => toastFailure(error, 'Error al preguntar al cliente'),
    onSettled: () => void queries.invalidateQueries(),
  })
  const saving = useMutation({
    mutationFn: ({ id }: Prealert) => call('GET /api/prealerts/:id/file', { params: { id } }),
    onSuccess: (file, { tracking }) =>
      saveFile(file, `factura-${tracking}.${file.type === 'application/pdf' ? 'pdf' : 'webp'}`),
    onError: (error) => toastFailure(error, 'Error al descargar la factura'),
  })
  return (prealert: Prealert): MenuItem[] => {
    const file = {
      label: 'Factura de la tienda',
      icon: <FileText size={18} />,
      run: () => saving.isPending || saving.mutate(prealert),
    }
    const addFile = {
      label: prealert.hasFile ? 'Cambiar la factura' : 'Agregar la factura',
      icon: <FileUp size={18} />,
      run: () => onOpen({ kind: 'file', prealert }),
    }
    const mayAdd = mayWrite && prealert.state !== 'cancelled'
    const ofFile = [...(prealert.hasFile ? [file] : []), ...(mayAdd ? [addFile] : [])]
    if (prealert.state !== 'expected') return ofFile
    const open = () => onOpen({ kind: 'form', prealert })
    const isClaimed = mayWrite && prealert.claimNote !== null
    const claim = { label: 'Ver reclamo', isMain: true as const, run: open }
    const ask = {
      label: 'Preguntar',
      icon: <MessageCircle size={18} />,
      ...(!isClaimed && { isMain: true as const }),
      blocked: findAsked(prealert, businessDate(new Date()))?.next,
      run: () => asking.isPending || asking.mutate(prealert),
    }
    const edit = { label: 'Editar', icon: <Pencil size={18} />, run: open }
    const cancel = {
      label: 'Anular',
      icon: <Ban size={18} />,
      tone: 'danger' as const,
      run: () => onOpen({ kind: 'cancel', prealert }),
    }
    const asks = may('messages.send') && isLate(prealert) ? [ask] : []
    return [...(isClaimed ? [claim] : []), ...asks, ...(mayWrite ? [edit, ...ofFile, cancel] : ofFile)]
  }
}

/** docs/product/prealerts.md, "List". */
export function PrealertsPage() {
  const may = useMay()
  const menu = useImportItems('prealerts')
  const navigate = useNavigate()
  const { value } = useListState()
  const view = readChoice(views, value('vista')) ?? 'expected'
  const readList = (query: ListQuery) => read('GET /api/prealerts', { query: { ...query, view } })
  const resource = useResource(readList, { ...texts, empty: empties[view] })
  const counts = useQuery(read('GET /api/prealerts/counts')).data?.data
  const [open, setOpen] = useState<Open>()
  const mayWrite = may('packages.write')
  const create = mayWrite ? () => setOpen({ kind: 'form' }) : undefined
  const listActions = useRowActions(setOpen)
  const openRow = (prealert: Prealert) => {
    if (prealert.package) void navigate(`/paquetes/${prealert.package.id}`)
    else if (mayWrite && prealert.state === 'expected') setOpen({ kind: 'form', prealert })
  }
  return (
    <Page
      title={texts.title}
      count={resource.count}
      action={create && { label: texts.create, run: create }}
      menu={menu}
      search={<ResourceSearch resource={resource} exact={({ tracking }) => [tracking]} onOpen={openRow} />}
    >
      <ViewTabs
        view={view}
        counts={counts}
        onChange={(tab) => resource.state.setValue('vista', tab === 'expected' ? null : tab)}
      />
      <TabPanel id={view}>
        {view === 'late' && may('messages.send') && counts !== undefined && <AskAll count={counts.askable} />}
        <ResourceList
          resource={resource}
          onCreate={view === 'expected' ? create : undefined}
          table={{
            columns: prealertColumns,
            card: (row) => <PrealertCard row={row} />,
            formatName,
            onOpen: openRow,
            look: { minWidth: 900, rowHeight: 56, isOneColumn: true, hasRowMenu: true },
            actions: listActions,
          }}
        />
      </TabPanel>
      <OpenDialog open={open} onClose={() => setOpen(undefined)} />
    </Page>
  )
}

type OpenDialogProps = { open: Open | undefined; onClose: () => void }

function OpenDialog({ open, onClose }: OpenDialogProps) {
  return (
    <>
      {open?.kind === 'form' && <PrealertForm prealert={open.prealert} onClose={onClose} />}
      {open?.kind === 'file' && <InvoiceDialog prealert={open.prealert} onClose={onClose} />}
      {open?.kind === 'cancel' && (
        <RemoveDialog
          thing="la prealerta"
          title={`¿Anular la prealerta ${open.prealert.tracking}?`}
          texts={{
            confirm: 'Anular Prealerta',
            dismiss: 'Volver',
            confirming: 'Anulando...',
            done: 'Prealerta anulada',
            failed: 'Error al anular la prealerta',
          }}
          run={() => call('DELETE /api/prealerts/:id', { params: { id: open.prealert.id } })}
          onClose={onClose}
        >
          Es de <b className="font-semibold">{open.prealert.client.name}</b>. El tracking podrá avisarse otra vez.
        </RemoveDialog>
      )}
    </>
  )
}

/** Renders nothing if no client can be asked today. */
function AskAll({ count }: { count: number }) {
  const [key, setKey] = useState<string>()
  const queries = useQueryClient()
  if (count === 0 && key === undefined) return null
  return (
    <>
      <Button
        className="mb-3 max-md:w-full"
        icon={<MessageCircle size={16} aria-hidden="true" />}
        onClick={() => setKey(newIdempotencyKey())}
      >
        {`Preguntar a todos (${count.toLocaleString('es-NI')})`}
      </Button>
      {key !== undefined && (
        <ConfirmDialog
          tone="primary"
          title={`¿Preguntar por ${countPurchases(count)}?`}
          texts={{ confirm: 'Preguntar', confirming: 'Preguntando...', failed: 'Error al preguntar a los clientes' }}
          run={async () => {
            const { data } = await call('POST /api/prealerts/ask', { headers: { 'Idempotency-Key': key } })
            toastSuccess(describeAsked(data))
            void queries.invalidateQueries()
          }}
          onClose={() => setKey(undefined)}
        >
          Sale un mensaje por WhatsApp por cada compra que debió llegar. No se pregunta por las que ya se preguntaron en
          los últimos 7 días ni a quien no recibe mensajes.
        </ConfirmDialog>
      )}
    </>
  )
}
