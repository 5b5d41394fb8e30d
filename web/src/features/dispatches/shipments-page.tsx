import type { InvoiceShipment, ShipmentStage } from '@casillero/shared/contract/dispatches'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { useQuery } from '@tanstack/react-query'
import { PackageCheck, Truck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { FilterWait } from '../../crud/filter-line.tsx'
import { type FilterReaders, readChoice, readDayOrAge, readId, useFilters } from '../../crud/list-filter.ts'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { CheckBox } from '../../ui/forms/checkbox.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { type Selection, selectionControls } from '../../ui/lists/selection.tsx'
import { exportItems } from '../exports/export-items.ts'
import { countText } from '../invoices/invoice-texts.ts'
import { ArrivedDialog } from './arrived-dialog.tsx'
import { addToDispatch, keptDispatch, maxShipments } from './dispatch-draft.ts'
import { DispatchList } from './dispatch-list.tsx'
import { columnsSent, columnsToSend, ShipmentCard } from './shipment-columns.tsx'
import { formatShipment, loadText } from './shipment-texts.tsx'
import { ShippingLabels } from './shipping-labels.tsx'

const NewDispatchPage = defer(() => import('./new-dispatch-page.tsx').then((module) => module.NewDispatchPage))
const DispatchPage = defer(() => import('./dispatch-page.tsx').then((module) => module.DispatchPage))

const ShipmentFilters = defer(
  () => import('./shipment-filters.tsx').then((module) => module.ShipmentFilters),
  FilterWait,
)

const dispatches = 'despachos'
const newDispatchPath = '/envios/despachar'

const readPlace = (value: string) => (value.trim() === '' || value.length > 120 ? undefined : value)

const shipmentReaders: FilterReaders = {
  methodId: readId,
  city: readPlace,
  department: readPlace,
  from: readDayOrAge,
  to: readDayOrAge,
}

/** docs/product/dispatches.md, "Envíos". */
export function ShipmentsPage() {
  const { part, id } = useParams()
  const mayWrite = useMay()('dispatches.write')
  if (part === dispatches && id !== undefined) return <DispatchPage key={id} id={id} />
  if (part === dispatches) return <DispatchList />
  if (part === 'despachar' && mayWrite) return <NewDispatchPage />
  return <Shipments />
}

const stages: readonly ShipmentStage[] = ['sent', 'delivered', 'all']

const texts = {
  title: 'Envíos',
  search: 'Cliente, factura, ciudad, guía...',
  create: '',
  empty: 'No hay envíos por despachar',
  emptyHint: 'Aquí aparecen las facturas con envío, la espera más larga primero.',
  noHits: 'Ningún envío coincide',
  failed: 'Error al cargar los envíos',
}

type TabId = ShipmentStage | typeof dispatches

const canLeave = ({ payment }: InvoiceShipment): boolean => payment !== 'blocked'

const none: ReadonlyMap<string, InvoiceShipment> = new Map()

/** Keeps the choice across pages and searches, but not across stages and filters. */
function useChosen(rows: readonly InvoiceShipment[], filter: string) {
  const [kept, setKept] = useState({ filter, chosen: none })
  const chosen = kept.filter === filter ? kept.chosen : none
  const setChosen = (next: typeof none) => setKept({ filter, chosen: next })
  const choose = (ids: ReadonlySet<string>) => {
    const known = new Map([...chosen, ...rows.map((row) => [row.id, row] as const)])
    setChosen(
      new Map([...ids].flatMap((id) => [...[known.get(id) ?? []].flat()].filter(canLeave).map((row) => [id, row]))),
    )
  }
  const toggle = (id: string) => {
    const ids = new Set(chosen.keys())
    if (!ids.delete(id)) ids.add(id)
    choose(ids)
  }
  return { chosen, choose, toggle }
}

/** Reads the invoices of the stage and the filters that the address names. */
function useShipments() {
  const { state, query: filter, filters } = useFilters('invoice_shipments', shipmentReaders, '', ShipmentFilters)
  const stage = readChoice(stages, state.value('estado')) ?? 'to_send'
  const readList = (query: ListQuery) =>
    read('GET /api/invoice-shipments', { query: { ...query, ...filter, status: stage } })
  const isToSend = stage === 'to_send'
  const resource = useResource(readList, isToSend ? texts : { ...texts, empty: 'No hay envíos' })
  const filterText = JSON.stringify([stage, filter])
  return { stage, isToSend, filters, filterText, readList, resource, rows: resource.query.data?.data ?? [] }
}

type Shown = ReturnType<typeof useShipments>
type Choice = ReturnType<typeof useChosen>

function Shipments() {
  const mayWrite = useMay()('dispatches.write')
  const navigate = useNavigate()
  const list = useShipments()
  const { stage, isToSend, filters, filterText, resource, rows } = list
  const choice = useChosen(rows, filterText)
  const [arrived, setArrived] = useState<InvoiceShipment>()
  const { blocked, selection } = useShippingSelection(rows, choice)
  return (
    <Page
      title={texts.title}
      menu={exportItems(list.readList(resource.state.query))}
      count={resource.count}
      search={<ShipmentSearch list={list} choice={choice} mayWrite={mayWrite} />}
    >
      {mayWrite && <KeptDispatch />}
      <StageTabs stage={stage} onChange={(tab) => resource.state.setValue('estado', tab === 'to_send' ? null : tab)} />
      <TabPanel id={stage}>
        <ResourceList
          resource={resource}
          filters={filters}
          table={{
            columns: isToSend ? columnsToSend : columnsSent,
            card: (row) => <ShipmentCard row={row} />,
            formatName: formatShipment,
            onOpen: ({ invoice }) => void navigate(`/facturar/${invoice.id}?tab=facturas`, { state: { step: 1 } }),
            look: { minWidth: 900, rowHeight: 56 },
            ...(mayWrite && stage === 'sent'
              ? {
                  actions: (row: InvoiceShipment) => [
                    { label: 'Entregado', icon: <PackageCheck size={18} />, run: () => setArrived(row) },
                  ],
                }
              : {}),
            selection: mayWrite && isToSend ? selection : undefined,
          }}
        />
        {isToSend && blocked.size > 0 && (
          <p className="mt-2 px-1 text-help text-muted">
            El envío pendiente de pago se despacha cuando se paga, o si cobra al recibir o tiene crédito.
          </p>
        )}
      </TabPanel>
      {arrived && <ArrivedDialog shipment={arrived} onClose={() => setArrived(undefined)} />}
    </Page>
  )
}

/** Adds what is chosen to the dispatch that has not left, and shows it. */
function useDispatching({ chosen }: Choice): () => void {
  const navigate = useNavigate()
  const { user } = useSignedIn()
  return () => {
    if (addToDispatch(user.id, [...chosen.keys()])) void navigate(newDispatchPath)
    else toastError(`Un despacho tiene como máximo ${maxShipments} envíos`)
  }
}

/** Leads back to what was left unsent. */
function KeptDispatch() {
  const { user } = useSignedIn()
  const [kept] = useState(() => keptDispatch(user.id))
  if (kept === undefined) return null
  return (
    <Note tone="yellow" className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>{`Hay un despacho sin enviar: ${countText(kept.entry.shipmentIds.length, 'envío', 'envíos')}`}</p>
        <Link
          to={newDispatchPath}
          className="inline-flex min-h-6 items-center font-semibold underline pointer-coarse:min-h-11"
        >
          Seguir con el despacho
        </Link>
      </div>
    </Note>
  )
}

function useShippingSelection(rows: Shown['rows'], choice: Choice) {
  const { chosen, choose, toggle } = choice
  const onSend = useDispatching(choice)
  const blocked = useMemo(() => new Set(rows.filter((row) => !canLeave(row)).map(({ id }) => id)), [rows])
  const Check = useMemo(() => buildCheck(blocked), [blocked])
  const picked = [...chosen.values()]
  const summary = loadText({
    packageCount: picked.reduce((sum, one) => sum + one.packageCount, 0),
    weight: totalWeight(picked.map(({ weight }) => weight)),
  })
  const selection: Selection = {
    ...selectionControls,
    Check,
    chosen: new Set(chosen.keys()),
    onChange: choose,
    onToggle: toggle,
    text: (count) => `${countText(count, 'envío seleccionado', 'envíos seleccionados')} · ${summary}`,
    actions: (
      <span className="flex flex-wrap gap-2 max-md:*:w-full">
        <Button variant="primary" icon={<Truck size={16} aria-hidden="true" />} onClick={onSend}>
          Despachar
        </Button>
        <ShippingLabels ids={[...chosen.keys()]} />
      </span>
    ),
  }
  return { blocked, selection }
}

function ShipmentSearch({ list, choice, mayWrite }: { list: Shown; choice: Choice; mayWrite: boolean }) {
  const navigate = useNavigate()
  return (
    <ResourceSearch
      resource={list.resource}
      exact={({ client, invoice, dispatch }) => [
        client.casillero,
        String(invoice.companyInvoiceId),
        dispatch?.guide ?? null,
      ]}
      onOpen={(row) =>
        list.isToSend && mayWrite && canLeave(row)
          ? choice.choose(new Set(choice.chosen.keys()).add(row.id))
          : void navigate(`/facturar/${row.invoice.id}?tab=facturas`)
      }
    />
  )
}

function StageTabs({ stage, onChange }: { stage: ShipmentStage; onChange: (stage: ShipmentStage) => void }) {
  const navigate = useNavigate()
  const isRoomy = useMedia('(min-width: 900px)')
  const counts = useQuery(read('GET /api/invoice-shipments/counts')).data?.data
  const tabs: Tab<TabId>[] = [
    { id: 'to_send', label: 'Por enviar', count: counts?.toSend },
    { id: 'sent', label: 'Enviados', count: counts?.sent },
    { id: 'delivered', label: 'Entregados' },
    { id: 'all', label: 'Todos' },
    { id: dispatches, label: 'Despachos', icon: <Truck size={16} aria-hidden="true" />, isApart: true },
  ]
  const current: TabId = stage
  const choice = {
    label: 'Envíos',
    tabs,
    current,
    onChange: (tab: TabId) => (tab === dispatches ? void navigate('/envios/despachos') : onChange(tab)),
  }
  return <div className="mb-3">{isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}</div>
}

/** Says why a blocked shipment cannot be ticked. */
const buildCheck = (blocked: ReadonlySet<string>): typeof selectionControls.Check =>
  function Check(props) {
    if (!blocked.has(props.id)) return <selectionControls.Check {...props} />
    return <CheckBox disabled aria-label={`${props.name}: falta el pago`} title="Falta el pago" checked={false} />
  }
