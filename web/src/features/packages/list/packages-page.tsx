import type { CourierPackage } from '@casillero/shared/contract/packages'
import { mayWait } from '@casillero/shared/domain/charges'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, Pencil, ReceiptText, ScanBarcode, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { FilterWait } from '../../../crud/filter-line.tsx'
import { useChosenColumns } from '../../../crud/list-columns.tsx'
import { useFilters } from '../../../crud/list-filter.ts'
import type { ListQuery } from '../../../crud/list-state.ts'
import { useOpenedRow } from '../../../crud/opened-row.ts'
import { ResourcePage, useResource } from '../../../crud/resource-page.tsx'
import { read } from '../../../lib/api.ts'
import { useMay } from '../../../lib/session.ts'
import { daysSince, daysText } from '../../../lib/waiting.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { defer } from '../../../ui/feedback/defer.tsx'
import { selectionControls } from '../../../ui/lists/selection.tsx'
import { DialogWait } from '../../../ui/overlays/dialog-wait.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { useClientLink } from '../../client-search/client-link.tsx'
import { exportItems } from '../../exports/export-items.ts'
import { useImportItems } from '../../imports/import-items.ts'
import { ShippingKindLabel } from '../../tariffs/shipping-kind.tsx'
import { LabelButton } from '../labels/label-button.tsx'
import { LateTabs } from '../late/late-tabs.tsx'
import { activeTariffs, lastOrder, useStatuses } from '../package-choices.ts'
import { clientName, findInvoice, packageNumber, priceText, trackingText } from '../package-text.ts'
import type { StatusChange } from '../status/status-dialog.tsx'
import { StatusMenu } from '../status/status-menu.tsx'
import { WeightLabel } from '../weight-label.tsx'
import { packageColumns } from './package-columns.tsx'
import type { OpenDialog } from './package-dialogs.tsx'
import { packageReaders } from './package-filter.ts'
import { selectionText, usePackageSelection, useStatusUndo } from './package-selection.ts'
import { PaymentText } from './payment-text.tsx'

const PackageFilters = defer(() => import('./package-filters.tsx').then((module) => module.PackageFilters), FilterWait)
const NewPackages = defer(() => import('../entry/new-packages.tsx').then((module) => module.NewPackages), DialogWait)
const PackageDialogs = defer(() => import('./package-dialogs.tsx').then((module) => module.PackageDialogs), DialogWait)

/** Preloads the form's code and choices, which take seconds on a slow link. */
function useFormAhead(isWanted: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    const load = () => {
      void client.prefetchQuery(activeTariffs)
      void NewPackages.preload()
    }
    if (typeof requestIdleCallback === 'undefined') return load()
    const waiting = requestIdleCallback(load)
    return () => cancelIdleCallback(waiting)
  }, [isWanted, client])
}

const texts = {
  title: 'Paquetes',
  search: 'Buscar paquetes...',
  create: 'Nuevo Paquete',
  empty: 'No se encontraron paquetes',
  emptyHint: 'Un paquete se recibe con al menos uno de sus números de tracking.',
  failed: 'Error al cargar los paquetes',
}

/** True if the list filters by the time in the status; it is then ordered by it too. */
const isBySince = (query: object) => 'statusSince' in query || 'statusFrom' in query
const usualOrder = (query: object) => (isBySince(query) ? 'statusSince' : '-number')

const formatName = (courierPackage: CourierPackage) => `paquete ${packageNumber(courierPackage)}`

function packageActions(
  courierPackage: CourierPackage,
  { mayWrite, mayDelete }: { mayWrite: boolean; mayDelete: boolean },
  onOpen: (courierPackage: CourierPackage) => void,
  onRemove: (courierPackage: CourierPackage) => void,
): MenuItem[] {
  const run = () => onOpen(courierPackage)
  if (findInvoice(courierPackage)) return [{ label: 'Ver factura', icon: <ReceiptText size={18} />, run }]
  const first: MenuItem = mayWrite
    ? { label: 'Editar', icon: <Pencil size={18} />, run }
    : { label: 'Ver detalles', icon: <Eye size={18} />, run }
  if (!mayDelete) return [first]
  const remove = () => onRemove(courierPackage)
  return [first, { label: 'Eliminar', icon: <Trash2 size={18} />, tone: 'danger', run: remove }]
}

/** On a touch screen, focusing the field would open the keyboard. */
function focusSearch(): void {
  const isTouch = matchMedia('(pointer: coarse)').matches
  document.querySelector<HTMLElement>(isTouch ? '#contenido' : 'main input[type=search]')?.focus()
}

/** Loads once `isListed` is true. */
function useChargesItem(isListed: boolean): MenuItem[] {
  const charges = useQuery({ ...read('GET /api/charges', { query: {} }), enabled: isListed })
  return useImportItems(...(charges.data?.data.some(mayWait) === true ? (['charges'] as const) : []))
}

function usePackageList() {
  const { query: filter, order, filters } = useFilters('packages', packageReaders, usualOrder, PackageFilters)
  const readPackages = (query: ListQuery) => read('GET /api/packages', { query: { ...query, ...filter } })
  const resource = useResource(readPackages, texts)
  const rows = resource.query.data?.data ?? []
  const statuses = useStatuses()
  const isAboutSince = isBySince(filter) || order.current.endsWith('statusSince')
  const look = { last: lastOrder(statuses), isAboutSince }
  return { filters, order, readPackages, resource, rows, statuses, look, selection: usePackageSelection(rows) }
}

type PackageList = ReturnType<typeof usePackageList>

function useDialogs(choose: PackageList['selection']['choose']) {
  const offerUndo = useStatusUndo()
  const [open, setOpen] = useState<OpenDialog | { kind: 'new' }>()
  const close = () => setOpen(undefined)
  const finish = (change: StatusChange) => {
    flushSync(() => {
      close()
      choose(new Set())
    })
    focusSearch()
    offerUndo(change)
  }
  return { open, setOpen, close, finish }
}

export function PackagesPage() {
  const mayWrite = useMay()('packages.write')
  const menu = useImportItems('packages', 'statuses')
  const list = usePackageList()
  const { resource, rows, statuses, selection } = list
  const { last, isAboutSince } = list.look
  const chargesItem = useChargesItem(resource.query.data !== undefined)
  useFormAhead(mayWrite && resource.query.data !== undefined)
  const { open, setOpen, close, finish } = useDialogs(selection.choose)
  const create = mayWrite ? () => setOpen({ kind: 'new' }) : undefined
  const opened = useOpenedRow()
  const { open: openRow } = opened
  const openPackage = useCallback((courierPackage: CourierPackage) => openRow(courierPackage.id), [openRow])
  // The same object while the answers are equal, so that the table does not render its rows again.
  const allColumns = useMemo(() => packageColumns(last, isAboutSince), [last, isAboutSince])
  const { columns, items, dialog } = useChosenColumns('packages', allColumns)
  const table = usePackageTable(list, openPackage, setOpen)
  const dialogs = { chosen: selection.chosen, statuses, onDone: finish }
  return (
    <ResourcePage
      resource={resource}
      exact={(courierPackage) => [
        courierPackage.labelCode,
        courierPackage.tracking,
        courierPackage.warehouseTracking,
        String(courierPackage.companyPackageId),
        packageNumber(courierPackage),
      ]}
      // During a selection, a scan selects the next package.
      onFind={
        selection.chosen.size > 0
          ? (courierPackage) => selection.choose(new Set(selection.chosen).add(courierPackage.id))
          : openPackage
      }
      beside={
        mayWrite && (
          <IconButton
            label="Escanear paquetes"
            icon={<ScanBarcode size={20} aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'scan' })}
          />
        )
      }
      menu={[...menu, ...chargesItem, ...exportItems(list.readPackages(resource.state.query)), ...items]}
      above={<LateTabs isLate={false} />}
      filters={list.filters}
      onCreate={create}
      table={{ ...table, columns }}
    >
      {dialog}
      {open?.kind === 'new' && <NewPackages onClose={close} />}
      {open && open.kind !== 'new' && <PackageDialogs {...dialogs} open={open} onClose={close} />}
      {opened.id !== undefined && (
        <PackageDialogs
          key={opened.id}
          {...dialogs}
          open={{ kind: 'row', id: opened.id, row: rows.find(({ id }) => id === opened.id) }}
          onClose={opened.close}
        />
      )}
    </ResourcePage>
  )
}

function usePackageTable(
  list: PackageList,
  onOpen: (courierPackage: CourierPackage) => void,
  setOpen: (open: OpenDialog) => void,
) {
  const { rows, statuses, look } = list
  const { chosen, choose, toggle, names } = list.selection
  const may = useMay()
  const mayWrite = may('packages.write')
  const mayDelete = may('packages.delete')
  const clientLink = useClientLink()
  const actions = useCallback(
    (courierPackage: CourierPackage) =>
      packageActions(courierPackage, { mayWrite, mayDelete }, onOpen, (removed) =>
        setOpen({ kind: 'remove', courierPackage: removed }),
      ),
    [mayWrite, mayDelete, onOpen, setOpen],
  )
  const selection = {
    ...selectionControls,
    chosen,
    onChange: choose,
    onToggle: toggle,
    text: () => selectionText(chosen, rows),
    actions: (
      <span className="flex flex-wrap gap-2 max-md:*:w-full">
        <StatusMenu statuses={statuses} onChoose={(status) => setOpen({ kind: 'status', status })} />
        <LabelButton label="Imprimir etiquetas" names={names} />
      </span>
    ),
  }
  return {
    order: list.order,
    card: (courierPackage: CourierPackage) => <PackageCard courierPackage={courierPackage} {...look} />,
    formatName,
    look: { minWidth: 880, rowHeight: 56 as const },
    actions,
    links: ({ client }: CourierPackage) => clientLink(client),
    onOpen,
    selection: mayWrite ? selection : undefined,
  }
}

type PackageCardProps = { courierPackage: CourierPackage; last: number; isAboutSince: boolean }

function PackageCard({ courierPackage, last, isAboutSince }: PackageCardProps) {
  return (
    <>
      <div className="flex items-center gap-2 pr-10">
        <span className="text-body text-muted tabular-nums">{packageNumber(courierPackage)}</span>
        <span className="flex min-w-0">
          <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />
        </span>
        {isAboutSince && (
          <span className="ml-auto font-medium text-help">{daysText(daysSince(courierPackage.statusSince))}</span>
        )}
      </div>
      <p
        title={clientName(courierPackage)}
        className={cx(
          'mt-1 wrap-anywhere pr-10 font-semibold text-body',
          courierPackage.client === null && 'text-muted',
        )}
      >
        {clientName(courierPackage)}
      </p>
      <p className="flex items-start justify-between gap-3 text-help text-muted tabular-nums">
        <span className="break-all">
          {trackingText(courierPackage)}
          {courierPackage.sharesTracking && (
            <span className="block font-medium text-yellow-text">Tracking repetido</span>
          )}
        </span>
        <PaymentText isInvoiced={findInvoice(courierPackage) !== undefined} />
      </p>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-help text-muted">
        <span className="flex items-center gap-1.5">
          <ShippingKindLabel kind={courierPackage.shippingMethod} />
          <span aria-hidden="true">·</span>
          <span className="whitespace-nowrap tabular-nums">
            <WeightLabel courierPackage={courierPackage} />
          </span>
        </span>
        <span className="ml-auto font-semibold text-card text-fg">
          <Amount>{priceText(courierPackage)}</Amount>
        </span>
      </div>
    </>
  )
}
