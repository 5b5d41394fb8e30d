import type { ShippingKind, Tariff } from '@casillero/shared/contract/tariffs'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { useState } from 'react'
import { FilterLine, FilterWait } from '../../crud/filter-line.tsx'
import { useFilters } from '../../crud/list-filter.ts'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { call, read } from '../../lib/api.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { exportItems } from '../exports/export-items.ts'
import { useImportItems } from '../imports/import-items.ts'
import { DefaultTariffs } from './default-tariffs.tsx'
import { shippingKindName } from './shipping-kind.tsx'
import { TariffCard, tariffColumns } from './tariff-columns.tsx'
import { tariffReaders } from './tariff-filter.ts'

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

type Default = { type: ShippingKind; tariff: Tariff | undefined }

const formatName = ({ name }: Tariff) => name

export function TariffsPage() {
  const { state, query: filter, clear } = useFilters(tariffReaders, '')
  const readTariffs = (query: ListQuery) => read('GET /api/tariffs', { query: { ...query, ...filter } })
  const resource = useResource(readTariffs, texts)
  const [ofType, setOfType] = useState<Default>()
  const menu = useImportItems('tariffs')
  const { mayWrite, create, edit, listActions, dialogs } = useRecords<Tariff>({
    thing: 'la tarifa',
    formatName,
    Form: TariffForm,
    remove: (id) => call('DELETE /api/tariffs/:id', { params: { id } }),
    write: 'tariffs.write',
    mayRemove: 'tariffs.delete',
    whyItStays,
    question: {
      removed: ({ name, type, pricePerPound, unit }) => (
        <>
          <b className="font-semibold">{name}</b> ({shippingKindName(type)}, {formatTariffPrice(pricePerPound, unit)})
        </>
      ),
    },
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
          <ResourceSearch texts={texts} resource={resource} read={readTariffs} />
        </div>
      </div>
      <FilterLine
        list="tariffs"
        state={state}
        total={resource.query.data?.pagination.total}
        isFiltered={clear !== undefined}
        Parts={TariffFilters}
      />
      <ResourceList
        texts={texts}
        resource={resource}
        onCreate={create}
        onClearFilters={clear}
        table={{
          columns: tariffColumns,
          card: (tariff) => <TariffCard tariff={tariff} />,
          formatName,
          onOpen: edit,
          look: {
            minWidth: 880,
            rowHeight: 56,
            rowClass: (tariff) => (tariff.isDefault ? 'bg-primary-soft' : undefined),
          },
          actions: listActions,
        }}
      />
      {dialogs}
      {ofType && <TariffForm row={ofType.tariff} defaultOf={ofType.type} onClose={() => setOfType(undefined)} />}
    </Page>
  )
}

const whyItStays = ({ isDefault }: Tariff): string | undefined => (isDefault ? 'Es la tarifa por defecto' : undefined)
