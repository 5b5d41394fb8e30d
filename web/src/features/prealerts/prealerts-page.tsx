import type { Prealert, PrealertView } from '@casillero/shared/contract/prealerts'
import { businessDate } from '@casillero/shared/domain/business-date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, FileText, FileUp, MessageCircle, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { readChoice } from '../../crud/list-filter.ts'
import { type ListQuery, useListState } from '../../crud/list-state.ts'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { call, read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { useImportItems } from '../imports/import-items.ts'
import { AskAll } from './ask-all.tsx'
import { PrealertCard, prealertColumns } from './prealert-columns.tsx'
import { findAsked, formatName, isLate } from './prealert-texts.ts'

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

/** docs/product/prealerts.md, "List". */
export function PrealertsPage() {
  const may = useMay()
  const menu = useImportItems('prealerts')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isRoomy = useMedia('(min-width: 900px)')
  const { value } = useListState()
  const view = readChoice(views, value('vista')) ?? 'expected'
  const readList = (query: ListQuery) => read('GET /api/prealerts', { query: { ...query, view } })
  const resource = useResource(readList, texts)
  const counts = useQuery(read('GET /api/prealerts/counts')).data?.data
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
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
  const mayWrite = may('packages.write')
  const create = mayWrite ? () => setOpen({ kind: 'form' }) : undefined
  const listActions = (prealert: Prealert): MenuItem[] => {
    const file = {
      label: 'Factura de la tienda',
      icon: <FileText size={18} />,
      run: () => saving.isPending || saving.mutate(prealert),
    }
    const addFile = {
      label: prealert.hasFile ? 'Cambiar la factura' : 'Agregar la factura',
      icon: <FileUp size={18} />,
      run: () => setOpen({ kind: 'file', prealert }),
    }
    const mayAdd = mayWrite && prealert.state !== 'cancelled'
    const ofFile = [...(prealert.hasFile ? [file] : []), ...(mayAdd ? [addFile] : [])]
    if (prealert.state !== 'expected') return ofFile
    const ask = {
      label: 'Preguntar',
      icon: <MessageCircle size={18} />,
      blocked: findAsked(prealert, businessDate(new Date()))?.next,
      run: () => asking.isPending || asking.mutate(prealert),
    }
    const edit = { label: 'Editar', icon: <Pencil size={18} />, run: () => setOpen({ kind: 'form', prealert }) }
    const cancel = {
      label: 'Anular',
      icon: <Ban size={18} />,
      tone: 'danger' as const,
      run: () => setOpen({ kind: 'cancel', prealert }),
    }
    const asks = may('messages.send') && isLate(prealert) ? [ask] : []
    return [...asks, ...ofFile, ...(mayWrite ? [edit, cancel] : [])]
  }
  const tabs: Tab<PrealertView>[] = [
    { id: 'expected', label: 'Esperadas', count: counts?.expected },
    { id: 'late', label: 'Debieron llegar', count: counts?.late },
    { id: 'received', label: 'Recibidas' },
    { id: 'all', label: 'Todas' },
  ]
  const choice = {
    label: 'Prealertas',
    tabs,
    current: view,
    onChange: (tab: PrealertView) => resource.state.setValue('vista', tab === 'expected' ? null : tab),
  }
  const openRow = (prealert: Prealert) => {
    if (prealert.package) void navigate(`/paquetes/${prealert.package.id}`)
    else if (mayWrite && prealert.state === 'expected') setOpen({ kind: 'form', prealert })
  }
  return (
    <Page
      title={texts.title}
      count={resource.query.data?.pagination.total.toLocaleString('es-NI')}
      action={create && { label: texts.create, run: create }}
      menu={menu}
      search={
        <ResourceSearch
          texts={texts}
          resource={resource}
          read={readList}
          exact={({ tracking }) => [tracking]}
          onOpen={openRow}
        />
      }
    >
      <div className="mb-3">{isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}</div>
      <TabPanel id={view}>
        {view === 'late' && may('messages.send') && counts !== undefined && <AskAll count={counts.askable} />}
        <ResourceList
          texts={{ ...texts, empty: empties[view] }}
          resource={resource}
          onCreate={view === 'expected' ? create : undefined}
          table={{
            columns: prealertColumns,
            card: (row) => <PrealertCard row={row} />,
            formatName,
            onOpen: openRow,
            look: { minWidth: 900, rowHeight: 56, isOneColumn: true },
            actions: listActions,
          }}
        />
      </TabPanel>
      {open?.kind === 'form' && <PrealertForm prealert={open.prealert} onClose={close} />}
      {open?.kind === 'file' && <InvoiceDialog prealert={open.prealert} onClose={close} />}
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
          onClose={close}
        >
          Es de <b className="font-semibold">{open.prealert.client.name}</b>. El tracking podrá avisarse otra vez.
        </RemoveDialog>
      )}
    </Page>
  )
}
