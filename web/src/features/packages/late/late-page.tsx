import type { LatePackage } from '@casillero/shared/contract/promises'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Send } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { FilterWait } from '../../../crud/filter-line.tsx'
import { useFilters } from '../../../crud/list-filter.ts'
import type { ListQuery } from '../../../crud/list-state.ts'
import { ResourcePage, useResource } from '../../../crud/resource-page.tsx'
import { ApiError, call, read } from '../../../lib/api.ts'
import { useMay } from '../../../lib/session.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { defer } from '../../../ui/feedback/defer.tsx'
import { toastFailure } from '../../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../../ui/feedback/toast.tsx'
import { toastAction } from '../../../ui/feedback/toast-action.tsx'
import { selectionControls } from '../../../ui/lists/selection.tsx'
import type { Column } from '../../../ui/lists/table.tsx'
import { selectionText, usePackageSelection } from '../list/package-selection.ts'
import { lastOrder, useStatuses } from '../package-choices.ts'
import { lateReaders } from './late-filter.ts'
import { LateTabs } from './late-tabs.tsx'
import { clientName, daysText, findObstacle, noticeText, packageText, promiseText, shipmentText } from './late-texts.ts'

const Notice = ({ row }: { row: LatePackage }) => {
  const isTold = row.told !== null && !row.told.isWaiting
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5',
        isTold ? 'text-green-text' : row.untellable !== null && row.told === null ? 'text-yellow-text' : 'text-muted',
      )}
    >
      {isTold && <Check size={15} strokeWidth={2.5} aria-label="Avisado" role="img" className="shrink-0" />}
      {noticeText(row)}
    </span>
  )
}

const Days = ({ row }: { row: LatePackage }) => (
  <span className="whitespace-nowrap font-semibold text-yellow-text">{daysText(row)}</span>
)

const Shipment = ({ row }: { row: LatePackage }) =>
  row.shipment === null ? (
    shipmentText(row)
  ) : (
    <Link to={`/embarques/${row.shipment.id}`} className="hover:underline">
      {shipmentText(row)}
    </Link>
  )

const lateColumns = (last: number): readonly Column<LatePackage>[] => [
  {
    header: 'Cliente',
    cell: (row) => (
      <div className="py-1.5">
        <span className={cx('block wrap-anywhere font-medium', row.client === null && 'text-muted')}>
          {row.client === null ? (
            clientName(row)
          ) : (
            <Link to={`/clients/${row.client.id}`} className="hover:underline">
              {clientName(row)}
            </Link>
          )}
        </span>
        <span className="block wrap-anywhere text-help text-muted">{packageText(row)}</span>
      </div>
    ),
  },
  {
    header: 'Dónde está',
    width: 216,
    cell: (row) => (
      <>
        <StatusBadge status={row.status} last={last} fallback="Sin estado" />
        <span className="block wrap-anywhere text-help text-muted">
          <Shipment row={row} />
        </span>
      </>
    ),
  },
  { header: 'Se dijo', width: 126, cell: (row) => <span className="tabular-nums">{promiseText(row)}</span> },
  { header: 'Atraso', width: 122, cell: (row) => <Days row={row} /> },
  { header: 'Aviso', width: 154, cell: (row) => <Notice row={row} /> },
]

function LateCard({ row, last }: { row: LatePackage; last: number }) {
  return (
    <>
      <p className={cx('wrap-anywhere pr-10 font-semibold text-body', row.client === null && 'text-muted')}>
        {clientName(row)}
      </p>
      <p className="wrap-anywhere text-help text-muted">{packageText(row)}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-help text-muted">
        <StatusBadge status={row.status} last={last} fallback="Sin estado" />
        <span className="wrap-anywhere">{shipmentText(row)}</span>
      </p>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-body">
        <Days row={row} />
        <span className="text-help text-muted">{`Se dijo ${promiseText(row)}`}</span>
      </p>
      <p className="text-help">
        <Notice row={row} />
      </p>
    </>
  )
}

const countClients = (count: number) => (count === 1 ? '1 cliente' : `${count} clientes`)

/** Tells clients, with ten seconds to undo it. */
function useTelling(onTold: () => void) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationFn: (messageIds: string[]) => call('POST /api/packages/late/notices/undo', { body: { messageIds } }),
    onSuccess: () => toastSuccess('No se avisó'),
    onError: (error) => toastFailure(error, 'No se pudo deshacer'),
  })
  return useMutation({
    mutationFn: (packageIds: string[]) => call('POST /api/packages/late/notices', { body: { packageIds } }),
    onSuccess: ({ data: { clients, messageIds } }) => {
      onTold()
      toastAction(`Se avisa el atraso a ${countClients(clients)}`, {
        label: 'Deshacer',
        run: () => undoing.mutate(messageIds),
        ms: undoMs,
      })
    },
    onError: (error) => {
      toastFailure(error, 'Error al avisar el atraso')
      // A colleague may have told them.
      if (error instanceof ApiError && error.code === 'not_late') onTold()
      void client.invalidateQueries()
    },
  })
}

/** Milliseconds for which the messages wait. */
const undoMs = 10_000

/** Only what can be told is chosen; clients are counted over pages. */
function useLateSelection(rows: readonly LatePackage[]) {
  const may = useMay()
  const clients = useRef(new Map<string, string>())
  for (const { id, client } of rows) if (client !== null) clients.current.set(id, client.id)
  const obstacles = new Map(rows.map((row) => [row.id, findObstacle(row)]))
  const { chosen: kept, choose, toggle } = usePackageSelection(rows, (row) => findObstacle(row) === undefined)
  const chosen = new Set([...kept].filter((id) => obstacles.get(id) === undefined))
  const { mutate, isPending } = useTelling(() => choose(new Set()))
  const count = new Set([...chosen].map((id) => clients.current.get(id))).size
  const selection = {
    ...selectionControls,
    chosen,
    onChange: choose,
    onToggle: toggle,
    findObstacle: (id: string) => obstacles.get(id),
    text: () => `${selectionText(chosen, rows)} · ${countClients(count)}`,
    actions: (
      <Button
        variant="primary"
        icon={<Send size={16} aria-hidden="true" />}
        busy={isPending}
        onClick={() => isPending || mutate([...chosen])}
      >
        Avisar el atraso
      </Button>
    ),
  }
  return may('messages.send') ? selection : undefined
}

/** Names the shipment in which most of them travel, where that is more than one. */
function ShipmentHint({ rows, total }: { rows: readonly LatePackage[]; total: number }) {
  const byShipment = Map.groupBy(
    rows.flatMap(({ shipment }) => shipment ?? []),
    ({ id }) => id,
  )
  const [most] = [...byShipment.values()].toSorted((one, other) => other.length - one.length)
  const [shipment] = most ?? []
  if (!most || !shipment || most.length < 2 || rows.length < total) return null
  return (
    <>
      {`${most.length} de los ${total} viajan en el `}
      <Link to={`/embarques/${shipment.id}`} className="font-medium text-primary-text hover:underline">
        {`Embarque #${shipment.companyShipmentId}`}
      </Link>
      {'. '}
    </>
  )
}

const texts = {
  title: 'Paquetes',
  search: 'Buscar paquetes...',
  create: '',
  empty: 'Ningún paquete atrasado',
  emptyHint: 'Aquí aparece lo que pasó de la fecha que se dijo y no está listo.',
  noHits: 'Ningún paquete atrasado',
  failed: 'Error al cargar los paquetes atrasados',
}

const LateFilters = defer(() => import('./late-filters.tsx').then((module) => module.LateFilters), FilterWait)
const formatName = ({ companyPackageId }: LatePackage) => `paquete #${companyPackageId}`
const none: readonly LatePackage[] = []

/** docs/product/packages.md, "Atrasados". */
export function LatePage() {
  const navigate = useNavigate()
  const { query: filter, filters } = useFilters('late_packages', lateReaders, '', LateFilters)
  const readLate = (query: ListQuery) => read('GET /api/packages/late', { query: { ...query, ...filter } })
  const resource = useResource(readLate, texts)
  const rows = resource.query.data?.data ?? none
  const last = lastOrder(useStatuses())
  const columns = useMemo(() => lateColumns(last), [last])
  const selection = useLateSelection(rows)
  return (
    <ResourcePage
      resource={{ ...resource, count: undefined }}
      above={
        <>
          <LateTabs isLate={true} />
          <p className="mb-3 text-help text-muted">
            Pasaron de la fecha que se dijo y no están listos. El más atrasado, primero.
          </p>
        </>
      }
      filters={filters}
      table={{
        columns,
        card: (row) => <LateCard row={row} last={last} />,
        formatName,
        onOpen: ({ id }) => void navigate(`/paquetes/${id}`),
        look: { minWidth: 860, rowHeight: 56, isOneColumn: true },
        selection,
      }}
    >
      {rows.length > 0 && (
        <p className="mt-3 px-1 text-help text-muted">
          <ShipmentHint rows={rows} total={resource.query.data?.pagination.total ?? 0} />A cada cliente se le avisa una
          vez por paquete; los que se perdieron en un embarque no cuentan aquí.
        </p>
      )}
    </ResourcePage>
  )
}
