import type { ShippingKind, Tariff } from '@casillero/shared/contract/tariffs'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney, formatTariffPrice } from '@casillero/shared/domain/money-format'
import { priceSuffixes } from '@casillero/shared/domain/price-units'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { FilterWait } from '../../crud/filter-line.tsx'
import { type FilterReaders, readChoice, readFlag, useFilters } from '../../crud/list-filter.ts'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { call, read } from '../../lib/api.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { exportItems } from '../exports/export-items.ts'
import { useImportItems } from '../imports/import-items.ts'
import { ShippingKindIcon, ShippingKindLabel, shippingKindName } from './shipping-kind.tsx'

const tariffColumns: readonly Column<Tariff>[] = [
  {
    header: 'Nombre',
    cell: (tariff) => (
      <span className="flex items-center gap-2">
        <span className="wrap-anywhere font-medium" title={tariff.name}>
          {tariff.name}
        </span>
        {tariff.isDefault && <DefaultBadge />}
      </span>
    ),
  },
  { header: 'Tipo', width: 120, cell: (tariff) => <ShippingKindLabel kind={tariff.type} /> },
  {
    header: 'Precio por Libra',
    width: 144,
    align: 'end',
    cell: (tariff) => (
      <span className="font-semibold">
        <Amount>{formatMoney(tariff.pricePerPound)}</Amount>
        {tariff.unit !== 'pound' && <span className="font-normal text-muted">{priceSuffixes[tariff.unit]}</span>}
      </span>
    ),
  },
  {
    header: 'Vigencia',
    width: 168,
    cell: ({ startDate, endDate }) =>
      startDate === null ? (
        <span className="text-muted">Sin expiración</span>
      ) : (
        <>
          <span className="block">Desde {formatDate(startDate)}</span>
          {endDate !== null && <span className="block text-help text-muted">Hasta {formatDate(endDate)}</span>}
        </>
      ),
  },
  { header: 'Estado', width: 110, cell: (tariff) => <ActiveBadge isActive={tariff.isActive} /> },
]

function TariffCard({ tariff }: { tariff: Tariff }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pr-10">
        <span className="min-w-0 break-words font-semibold text-body">{tariff.name}</span>
        {tariff.isDefault && <DefaultBadge />}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 pr-10 text-help text-muted">
        <ShippingKindLabel kind={tariff.type} />
        <ActiveBadge isActive={tariff.isActive} />
      </div>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-2 text-help text-muted">
        <span>{validity(tariff)}</span>
        <span className="ml-auto font-semibold text-card text-fg">
          <Amount>{formatMoney(tariff.pricePerPound)}</Amount>
          <span className="font-normal text-help text-muted">{priceSuffixes[tariff.unit]}</span>
        </span>
      </div>
      {tariff.notes !== null && <p className="mt-1 whitespace-pre-line break-words text-help">{tariff.notes}</p>}
    </>
  )
}

function validity({ startDate, endDate }: Tariff): string {
  if (startDate === null) return 'Sin expiración'
  return `Desde ${formatDate(startDate)}${endDate === null ? '' : ` · Hasta ${formatDate(endDate)}`}`
}

const DefaultBadge = () => (
  <span className="shrink-0">
    <Badge tone="blue">Por defecto</Badge>
  </span>
)

const ActiveBadge = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge tone="green">Activa</Badge> : <Badge tone="grey">Inactiva</Badge>

const tariffReaders: FilterReaders = {
  type: (value) => readChoice(['maritimo', 'aereo'], value),
  isActive: readFlag,
}

const TariffFilters = defer(() => import('./tariff-filters.tsx').then((module) => module.TariffFilters), FilterWait)

const TariffForm = defer(() => import('./tariff-form.tsx').then((module) => module.TariffForm), DialogWait)

const texts = {
  title: 'Tarifas',
  search: 'Buscar tarifas...',
  create: 'Nueva Tarifa',
  empty: 'No se encontraron tarifas',
  emptyHint: 'El precio de un paquete sale de su peso y su tarifa.',
  failed: 'Error al cargar las tarifas',
}

const look = {
  minWidth: 880,
  rowHeight: 56 as const,
  rowClass: ({ isDefault }: Tariff) => (isDefault ? 'bg-primary-soft' : undefined),
}

type Default = { type: ShippingKind; tariff: Tariff | undefined }

const formatName = ({ name }: Tariff) => name

export function TariffsPage() {
  const { query: filter, filters } = useFilters('tariffs', tariffReaders, '', TariffFilters)
  const readTariffs = (query: ListQuery) => read('GET /api/tariffs', { query: { ...query, ...filter } })
  const resource = useResource(readTariffs, texts)
  const [ofType, setOfType] = useState<Default>()
  const menu = useImportItems('tariffs')
  const { mayWrite, create, table, dialogs } = useRecords<Tariff>({
    thing: 'la tarifa',
    formatName,
    Form: TariffForm,
    remove: (id) => call('DELETE /api/tariffs/:id', { params: { id } }),
    write: 'tariffs.write',
    mayRemove: 'tariffs.delete',
    whyItStays,
    question: { removed: describeRemoved },
  })

  return (
    <Page
      title={texts.title}
      action={create && { label: texts.create, run: create }}
      menu={[...menu, ...exportItems(readTariffs(resource.state.query))]}
    >
      <DefaultTariffs onEdit={mayWrite ? (type, tariff) => setOfType({ type, tariff }) : undefined} />
      <div className="mt-6 mb-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold text-card">Todas las Tarifas</h2>
        <div className="ml-auto w-[300px] max-sm:w-full">
          <ResourceSearch resource={resource} />
        </div>
      </div>
      <ResourceList
        resource={resource}
        onCreate={create}
        filters={filters}
        table={{
          ...table,
          columns: tariffColumns,
          card: (tariff) => <TariffCard tariff={tariff} />,
          look,
        }}
      />
      {dialogs}
      {ofType && <TariffForm row={ofType.tariff} defaultOf={ofType.type} onClose={() => setOfType(undefined)} />}
    </Page>
  )
}

const describeRemoved = ({ name, type, pricePerPound, unit }: Tariff) => (
  <>
    <b className="font-semibold">{name}</b> ({shippingKindName(type)}, {formatTariffPrice(pricePerPound, unit)})
  </>
)

const whyItStays = ({ isDefault }: Tariff): string | undefined => (isDefault ? 'Es la tarifa por defecto' : undefined)

type DefaultTariffsProps = {
  /** `tariff` is undefined if the type has none. */
  onEdit: ((type: ShippingKind, tariff: Tariff | undefined) => void) | undefined
}

/** Shows one default per method, for clients without their own tariff. */
function DefaultTariffs({ onEdit }: DefaultTariffsProps) {
  const tariffs = useQuery(read('GET /api/tariffs'))
  return (
    <section>
      <h2 className="mb-2 font-semibold text-card">Tarifas por Defecto</h2>
      <div className="grid grid-cols-1 gap-3 @min-[640px]/page:grid-cols-2">
        {(['maritimo', 'aereo'] as const).map((type) => {
          const tariff = tariffs.data?.data.find((one) => one.isDefault && one.type === type)
          const edit = onEdit && tariffs.isSuccess ? () => onEdit(type, tariff) : undefined
          return (
            <Surface key={type} className="@container flex min-h-[70px] items-center gap-3.5 py-3 pr-2.5 pl-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-md bg-surface-3 text-muted">
                <ShippingKindIcon kind={type} size={19} />
              </span>
              <div className="flex min-w-0 flex-1 @min-[400px]:flex-row flex-col @min-[400px]:items-center gap-x-3.5">
                <div className="min-w-0 flex-1">
                  <h3 className="text-label text-muted">{shippingKindName(type)}</h3>
                  {tariffs.isPending ? (
                    <Bone className="mt-1.5 w-32 animate-late" />
                  ) : (
                    <TariffName tariff={tariff} isKnown={tariffs.isSuccess} />
                  )}
                </div>
                {tariff && <Price tariff={tariff} />}
              </div>
              {edit && (
                <IconButton
                  label={tariff ? `Editar: ${tariff.name}` : `Configurar: ${shippingKindName(type)}`}
                  icon={<Pencil size={18} aria-hidden="true" />}
                  onClick={edit}
                />
              )}
            </Surface>
          )
        })}
      </div>
    </section>
  )
}

function TariffName({ tariff, isKnown }: { tariff: Tariff | undefined; isKnown: boolean }) {
  if (tariff === undefined) return <p className="text-body text-muted">{isKnown ? 'No configurada' : '—'}</p>
  return (
    <p className="truncate font-semibold text-body" title={tariff.name}>
      {tariff.name}
    </p>
  )
}

function Price({ tariff }: { tariff: Tariff }) {
  return (
    <p className="font-semibold text-title">
      <Amount>{formatMoney(tariff.pricePerPound)}</Amount>
      <span className="font-normal text-label text-muted">{priceSuffixes[tariff.unit]}</span>
    </p>
  )
}
