import type { ClientPackage } from '@casillero/shared/contract/client-account'
import type { Status } from '@casillero/shared/contract/statuses'
import { Eye, Pencil, ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ResourceList, useOwnPlace, useRows } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { daysSince, daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { selectionControls } from '../../ui/lists/selection.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { HandoverList } from '../handover/handover-list.tsx'
import { selectionText, usePackageSelection, useStatusUndo } from '../packages/list/package-selection.ts'
import { lastOrder, useStatuses } from '../packages/package-choices.ts'
import { findInvoice, packageNumber, priceText, trackingText } from '../packages/package-text.ts'
import { StatusDialog } from '../packages/status/status-dialog.tsx'
import { StatusMenu } from '../packages/status/status-menu.tsx'
import { WeightLabel } from '../packages/weight-label.tsx'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import type { ClientTabProps } from './client-tabs.ts'
import { type Charged, useToBill } from './use-to-bill.ts'

const invoicePath = (id: string): string => `/facturar/${id}?tab=facturas`

type ColumnsGiven = {
  last: number
  isDelivered: boolean
  charged: ReadonlyMap<string, Charged>
  /** Without room, the state stands below the price. */
  hasRoom: boolean
}

const packageColumn: Column<ClientPackage> = {
  header: 'Paquete',
  cell: (courierPackage) => (
    <>
      <Link
        to={`/paquetes/${courierPackage.id}`}
        state={{ step: 1 }}
        className={
          courierPackage.description === null ? 'block wrap-anywhere text-muted' : 'block wrap-anywhere font-medium'
        }
        title={courierPackage.description ?? undefined}
      >
        {courierPackage.description ?? 'Sin descripción'}
      </Link>
      <span className="block wrap-anywhere text-help text-muted tabular-nums">
        {`${packageNumber(courierPackage)} · ${trackingText(courierPackage)}`}
      </span>
    </>
  ),
}

const clientPackageColumns = ({
  last,
  isDelivered,
  charged,
  hasRoom,
}: ColumnsGiven): readonly Column<ClientPackage>[] => [
  packageColumn,
  {
    header: 'Método / Peso',
    width: 112,
    cell: (courierPackage) => (
      <>
        <ShippingKindLabel kind={courierPackage.shippingMethod} />
        <span className="block wrap-anywhere text-help text-muted">
          <WeightLabel courierPackage={courierPackage} />
        </span>
      </>
    ),
  },
  {
    header: 'Estado',
    width: hasRoom && charged.size > 0 ? 190 : 194,
    cell: ({ status }) => <StatusBadge status={status} last={last} fallback="Sin estado" />,
  },
  ...(isDelivered ? [] : [{ header: 'Espera', width: 76, cell: renderWait }]),
  ...(hasRoom && charged.size > 0 ? [columnToBill(charged)] : []),
  {
    header: 'Precio / Pago',
    width: 116,
    align: 'end',
    figures: (courierPackage) => [priceText(courierPackage)],
    cell: (courierPackage) => (
      <>
        <span className="block font-medium">
          <Amount>{priceText(courierPackage)}</Amount>
        </span>
        <Payment courierPackage={courierPackage} />
        {!hasRoom && <ToBill charged={charged.get(courierPackage.id)} />}
      </>
    ),
  },
]

const columnToBill = (charged: ReadonlyMap<string, Charged>): Column<ClientPackage> => ({
  header: 'Por facturar',
  width: 136,
  align: 'end',
  figures: ({ id }) => charged.get(id)?.sums.split(' + ') ?? [],
  cell: ({ id }) => {
    const own = charged.get(id)
    if (own === undefined) return <span className="text-muted">—</span>
    return (
      <>
        <span className="block font-medium">
          <Amount>{own.sums}</Amount>
        </span>
        <span className="block wrap-anywhere text-help text-muted" title={own.names.join(' · ')}>
          {own.names.length > 1 ? `${own.names.length} cargos` : own.names[0]}
        </span>
      </>
    )
  },
})

function renderWait({ readyAt }: ClientPackage) {
  if (readyAt === null) return '—'
  const days = daysSince(readyAt)
  return <span className={isLong(days) ? 'font-semibold' : undefined}>{daysText(days)}</span>
}

/** Shows whether the package is invoiced and paid. */
function Payment({ courierPackage }: { courierPackage: ClientPackage }) {
  const invoice = findInvoice(courierPackage)
  if (invoice === undefined) return <span className="text-help text-muted">Sin Facturar</span>
  return (
    <Link
      to={invoicePath(invoice.id)}
      state={{ step: 1 }}
      className={`relative z-1 inline-flex min-h-6 items-center whitespace-nowrap text-help underline ${courierPackage.isOwed ? 'text-yellow-text' : 'text-green-text'}`}
    >
      {`${courierPackage.isOwed ? 'Debe' : 'Pagado'} · #${invoice.companyInvoiceId}`}
    </Link>
  )
}

const ToBill = ({ charged }: { charged: Charged | undefined }) =>
  charged && <span className="block text-help text-muted tabular-nums">{`Con cargos ${charged.sums}`}</span>

type CardProps = {
  courierPackage: ClientPackage
  last: number
  hasMenu: boolean
  charged: ReadonlyMap<string, Charged>
}

function ClientPackageCard({ courierPackage, last, hasMenu, charged }: CardProps) {
  return (
    <>
      <div className={cx('flex items-center gap-2', hasMenu && 'pr-10')}>
        <span className="text-body text-muted tabular-nums">{packageNumber(courierPackage)}</span>
        <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />
        {courierPackage.readyAt !== null && (
          <span className="ml-auto whitespace-nowrap text-help">{renderWait(courierPackage)}</span>
        )}
      </div>
      <p className="mt-1 break-words font-semibold text-body">{courierPackage.description ?? 'Sin descripción'}</p>
      <p className="break-all text-help text-muted tabular-nums">{trackingText(courierPackage)}</p>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-help text-muted">
        <span className="flex items-center gap-1.5">
          <ShippingKindLabel kind={courierPackage.shippingMethod} />
          <span aria-hidden="true">·</span>
          <WeightLabel courierPackage={courierPackage} />
        </span>
        <span className="ml-auto flex items-baseline gap-2">
          <Payment courierPackage={courierPackage} />
          <span className="font-semibold text-card text-fg">
            <Amount>{priceText(courierPackage)}</Amount>
          </span>
        </span>
      </div>
      <ToBill charged={charged.get(courierPackage.id)} />
    </>
  )
}

const texts = {
  title: 'Paquetes',
  create: 'Recibir paquete',
  empty: 'No hay paquetes en camino ni por retirar',
  emptyHint: 'Los paquetes del cliente aparecen aquí, los que puede retirar primero.',
  failed: 'Error al cargar los paquetes',
}
const deliveredTexts = { ...texts, empty: 'No hay paquetes entregados' }

function useClientPackages(clientId: string) {
  const place = useOwnPlace()
  const [isDelivered, setIsDelivered] = useState(false)
  const query = { page: String(place.page), delivered: isDelivered ? ('true' as const) : ('false' as const) }
  const readList = read('GET /api/clients/:id/packages', { params: { id: clientId }, query })
  const resource = useRows(place, readList, isDelivered ? deliveredTexts : texts)
  return { resource, isDelivered, setIsDelivered }
}

function useColumns(clientId: string, isDelivered: boolean) {
  const last = lastOrder(useStatuses())
  const { charged } = useToBill(clientId)
  const hasRoom = useMedia('(min-width: 1264px)')
  const columns = useMemo(
    () => clientPackageColumns({ last, isDelivered, charged, hasRoom }),
    [last, isDelivered, charged, hasRoom],
  )
  return { columns, last, charged }
}

const buildActions =
  (open: (to: string) => void, mayWrite: boolean) =>
  (courierPackage: ClientPackage): MenuItem[] => {
    const invoice = findInvoice(courierPackage)
    if (invoice !== undefined) {
      return [{ label: 'Ver factura', icon: <ReceiptText size={18} />, run: () => open(invoicePath(invoice.id)) }]
    }
    const run = () => open(`/paquetes/${courierPackage.id}`)
    if (mayWrite) return [{ label: 'Editar', icon: <Pencil size={18} />, run }]
    return [{ label: 'Ver detalles', icon: <Eye size={18} />, run }]
  }

export function ClientPackages({ account }: ClientTabProps) {
  const clientId = account.client.id
  const { delivered } = account.counts
  const mayWrite = useMay()('packages.write')
  const isWide = useIsWide()
  const navigate = useNavigate()
  const { resource, isDelivered, setIsDelivered } = useClientPackages(clientId)
  const { columns, last, charged } = useColumns(clientId, isDelivered)
  const rows = resource.query.data?.data ?? []
  const { selection, clear, dialog } = useStatusSelection(rows)
  const open = (to: string) => void navigate(to, { state: { step: 1 } })
  const show = (next: boolean) => {
    resource.state.setPage(1)
    clear()
    setIsDelivered(next)
  }
  const total = resource.query.data?.pagination.total ?? 0
  const foot = <PackagesFoot total={total} delivered={delivered} isDelivered={isDelivered} onShow={show} />
  return (
    <>
      <ResourceList
        resource={resource}
        foot={resource.query.data && total + delivered > 0 && foot}
        table={{
          columns,
          card: (courierPackage) => (
            <ClientPackageCard charged={charged} courierPackage={courierPackage} last={last} hasMenu={isWide} />
          ),
          formatName: (courierPackage) => `paquete ${packageNumber(courierPackage)}`,
          onOpen: ({ id }) => open(`/paquetes/${id}`),
          look: { minWidth: 760, rowHeight: 56, isOneColumn: true },
          // A card opens as a whole and has no further actions.
          ...(isWide && { actions: buildActions(open, mayWrite) }),
          selection: isWide && mayWrite ? selection : undefined,
        }}
      />
      {isDelivered && (
        <div className="mt-4">
          <HandoverList title="Entregas" clientId={clientId} />
        </div>
      )}
      {dialog}
    </>
  )
}

/** Gives the chosen packages a status. */
function useStatusSelection(rows: readonly ClientPackage[]) {
  const [status, setStatus] = useState<Status>()
  const statuses = useStatuses()
  const { chosen, choose, toggle } = usePackageSelection(rows)
  const offerUndo = useStatusUndo()
  const clear = () => choose(new Set())
  const selection = {
    ...selectionControls,
    chosen,
    onChange: choose,
    onToggle: toggle,
    text: () => selectionText(chosen, rows),
    actions: <StatusMenu statuses={statuses} onChoose={setStatus} />,
  }
  const dialog = status && (
    <StatusDialog
      packageIds={[...chosen]}
      status={status}
      onDone={(change) => {
        setStatus(undefined)
        clear()
        offerUndo(change)
      }}
      onClose={() => setStatus(undefined)}
    />
  )
  return { selection, clear, dialog }
}

type PackagesFootProps = {
  total: number
  delivered: number
  isDelivered: boolean
  onShow: (isDelivered: boolean) => void
}

function PackagesFoot({ total, delivered, isDelivered, onShow }: PackagesFootProps) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 border-line border-t py-1 pr-1 pl-4 text-label text-muted">
      <span>{`${countText(total)} ${isDelivered ? (total === 1 ? 'entregado' : 'entregados') : 'en camino o por retirar'}`}</span>
      {isDelivered ? (
        <Button variant="link" size="sm" onClick={() => onShow(false)}>
          Ver los que faltan
        </Button>
      ) : (
        delivered > 0 && (
          <Button variant="link" size="sm" onClick={() => onShow(true)}>
            {delivered === 1 ? 'Ver 1 entregado' : `Ver ${delivered} entregados`}
          </Button>
        )
      )}
    </p>
  )
}

const countText = (count: number): string => (count === 1 ? '1 paquete' : `${count} paquetes`)
