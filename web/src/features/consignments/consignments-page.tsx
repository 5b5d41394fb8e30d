import type { Api } from '@casillero/shared/contract/api'
import type { ConsignmentRow, ConsignmentState } from '@casillero/shared/contract/consignments'
import { businessDate, formatShortDate } from '@casillero/shared/domain/business-date'
import { useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { readChoice } from '../../crud/list-filter.ts'
import { type ListQuery, useListState } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { type Tab, TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { exportItems } from '../exports/export-items.ts'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import { countText, poundsText, stages } from './consignment-texts.ts'

const formatGuide = ({ guide }: ConsignmentRow) => guide ?? 'Sin guía'

function dateText({ arrivedAt, expectedAt }: ConsignmentRow): string {
  if (arrivedAt !== null) return `Llegó ${formatShortDate(arrivedAt)}`
  return expectedAt === null ? 'Sin fecha' : `Se espera ${formatShortDate(expectedAt)}`
}

function describeHint({ state, missingCount, expectedAt }: ConsignmentRow): { text: string; look: string } | undefined {
  const isArrived = state === 'received' || state === 'closed'
  if (isArrived && missingCount > 0) {
    return { text: missingCount === 1 ? '1 faltante' : `${missingCount} faltantes`, look: 'text-danger-text' }
  }
  if (state === 'in_transit' && expectedAt === businessDate(new Date())) {
    return { text: 'Llega hoy', look: 'text-yellow-text' }
  }
  return state === 'received' ? { text: 'Falta el cuadre', look: 'text-muted' } : undefined
}

function State({ row }: { row: ConsignmentRow }) {
  const hint = describeHint(row)
  return (
    <>
      <StatusBadge status={stages[row.state]} last={4} fallback="" />
      {hint && <span className={`block text-help ${hint.look}`}>{hint.text}</span>}
    </>
  )
}

const consignmentColumns: readonly Column<ConsignmentRow>[] = [
  {
    header: 'Número',
    width: 90,
    cell: ({ id, companyShipmentId }) => (
      <Link to={`/embarques/${id}`} className="font-semibold tabular-nums hover:underline">
        {`#${companyShipmentId}`}
      </Link>
    ),
  },
  { header: 'Método', width: 116, cell: ({ shippingMethod }) => <ShippingKindLabel kind={shippingMethod} /> },
  {
    header: 'Guía / Agente',
    cell: (row) => (
      <>
        {/* Never shortened: the carrier knows the shipment by it. */}
        <span className="block whitespace-normal break-words font-medium">{formatGuide(row)}</span>
        <span className="block wrap-anywhere text-help text-muted">{row.carrier ?? '—'}</span>
      </>
    ),
  },
  {
    header: 'Salió / Llega',
    width: 140,
    cell: (row) => (
      <>
        <span className="block">{row.departsAt === null ? '—' : formatShortDate(row.departsAt)}</span>
        <span className="block wrap-anywhere text-help text-muted">{dateText(row)}</span>
      </>
    ),
  },
  { header: 'Paquetes', width: 90, align: 'end', cell: ({ packageCount }) => String(packageCount) },
  { header: 'Libras', width: 104, align: 'end', cell: ({ weight }) => poundsText(weight) },
  { header: 'Clientes', width: 90, align: 'end', cell: ({ clientCount }) => String(clientCount) },
  { header: 'Estado', width: 130, cell: (row) => <State row={row} /> },
]

function ConsignmentCard({ row }: { row: ConsignmentRow }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="font-semibold text-body tabular-nums">{`#${row.companyShipmentId}`}</span>
        <ShippingKindLabel kind={row.shippingMethod} />
        <span className="ml-auto text-end">
          <State row={row} />
        </span>
      </div>
      <p className="mt-1 break-words font-medium text-body">{formatGuide(row)}</p>
      <p className="break-words text-help text-muted">{[row.carrier, dateText(row)].filter(Boolean).join(' · ')}</p>
      <p className="text-help text-muted tabular-nums">
        {`${countText(row.packageCount)} · ${poundsText(row.weight)} lbs`}
      </p>
    </>
  )
}

const ConsignmentForm = defer(
  () => import('./consignment-form.tsx').then((module) => module.ConsignmentForm),
  DialogWait,
)
const ConsignmentPage = defer(() => import('./consignment-page.tsx').then((module) => module.ConsignmentPage))
const MissingList = defer(() => import('./missing-list.tsx').then((module) => module.MissingList))

/** docs/product/shipments.md, "The list". */
export function ConsignmentsPage() {
  const { id } = useParams()
  if (id !== undefined && id !== missing) return <ConsignmentPage key={id} id={id} />
  return <Consignments isMissing={id === missing} />
}

const missing = 'faltantes'

const texts = {
  title: 'Embarques',
  search: 'Número, guía, agente...',
  create: 'Nuevo Embarque',
  empty: 'No hay embarques',
  emptyHint: 'Un embarque reúne los paquetes que salen juntos de la bodega.',
  failed: 'Error al cargar los embarques',
}

type TabId = 'todos' | ConsignmentState | typeof missing

const states: readonly ConsignmentState[] = ['open', 'in_transit', 'received', 'closed']

type StateTabsProps = {
  counts: Api['GET /api/shipments/counts']['reply']['data'] | undefined
  current: TabId
  onChange: (tab: TabId) => void
}

function StateTabs({ counts, current, onChange }: StateTabsProps) {
  const isRoomy = useMedia('(min-width: 900px)')
  const tabs: Tab<TabId>[] = [
    { id: 'todos', label: 'Todos' },
    { id: 'open', label: 'Abiertos', count: counts?.open },
    { id: 'in_transit', label: 'En tránsito', count: counts?.inTransit },
    { id: 'received', label: 'Recibidos', count: counts?.received },
    { id: 'closed', label: 'Cerrados', count: counts?.closed },
    {
      id: missing,
      label: 'Faltantes',
      icon: <PackageX size={16} aria-hidden="true" />,
      count: counts?.missing,
      isApart: true,
    },
  ]
  const choice = { label: 'Embarques', tabs, current, onChange }
  return <div className="mb-3">{isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}</div>
}

function Consignments({ isMissing }: { isMissing: boolean }) {
  const may = useMay()
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const [createdId, setCreatedId] = useState<string>()
  // The form guards what was typed until it is gone.
  useEffect(() => {
    if (createdId !== undefined && !isNew) void navigate(`/embarques/${createdId}`, { replace: true })
  }, [createdId, isNew, navigate])
  const { value } = useListState()
  const state = readChoice(states, value('estado'))
  const readList = (query: ListQuery) => read('GET /api/shipments', { query: { ...query, status: state } })
  const resource = useResource(readList, texts)
  const counts = useQuery(read('GET /api/shipments/counts')).data?.data
  const current: TabId = isMissing ? missing : (state ?? 'todos')
  const show = (tab: TabId) => {
    const chosen = states.find((each) => each === tab)
    if (tab === missing) void navigate('/embarques/faltantes')
    else if (isMissing) void navigate(chosen === undefined ? '/embarques' : `/embarques?estado=${chosen}`)
    else resource.state.setValue('estado', chosen ?? null)
  }
  const create = may('consignments.write') ? () => setIsNew(true) : undefined
  return (
    <Page
      title={texts.title}
      count={(isMissing ? counts?.missing : resource.query.data?.pagination.total)?.toLocaleString('es-NI')}
      search={isMissing ? undefined : <ResourceSearch resource={resource} />}
      action={create && { label: texts.create, run: create }}
      menu={isMissing ? undefined : exportItems(readList(resource.state.query))}
    >
      <StateTabs counts={counts} current={current} onChange={show} />
      <TabPanel id={current}>
        {isMissing ? (
          <MissingList />
        ) : (
          <ResourceList
            resource={resource}
            onCreate={create}
            table={{
              columns: consignmentColumns,
              card: (row) => <ConsignmentCard row={row} />,
              formatName: ({ companyShipmentId }) => `embarque #${companyShipmentId}`,
              onOpen: ({ id }) => void navigate(`/embarques/${id}`),
              look: { minWidth: 900, rowHeight: 56 },
            }}
          />
        )}
      </TabPanel>
      {isNew && <ConsignmentForm onSaved={({ id }) => setCreatedId(id)} onClose={() => setIsNew(false)} />}
    </Page>
  )
}
