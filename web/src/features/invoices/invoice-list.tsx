import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { Ban, Eye, Printer } from 'lucide-react'
import { useState } from 'react'
import { FilterWait } from '../../crud/filter-line.tsx'
import { useChosenColumns } from '../../crud/list-columns.tsx'
import { type FilterReaders, readChoice, readDayOrAge, readFlag, readId, useFilters } from '../../crud/list-filter.ts'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { useClientLink } from '../client-search/client-link.tsx'
import { exportItems } from '../exports/export-items.ts'
import { InvoiceCard } from './invoice-card.tsx'
import { invoiceColumns } from './invoice-columns.tsx'
import { usePrintInvoice } from './print-invoice.ts'
import { VoidPanel } from './void-panel.tsx'

/** The list's filters in the address. */
const invoiceReaders: FilterReaders = {
  status: (value) => readChoice(['pending', 'paid', 'cancelled'], value),
  from: readDayOrAge,
  to: readDayOrAge,
  clientId: readId,
  currencyId: readId,
  debt: readFlag,
  createdBy: readId,
  sort: (value) => readChoice(['number', '-number'], value),
}

const InvoiceFilters = defer(() => import('./invoice-filters.tsx').then((module) => module.InvoiceFilters), FilterWait)

const texts = {
  title: 'Facturas',
  search: 'Buscar por número, cliente o casillero…',
  create: 'Crear Factura',
  empty: 'No hay facturas creadas',
  noHits: 'No se encontraron facturas',
  emptyHint: 'Aquí aparecen las facturas, la más nueva primero.',
  failed: 'Error al cargar facturas',
}

const look = {
  minWidth: 820,
  rowHeight: 56 as const,
  rowClass: ({ status }: InvoiceRow) => (status === 'cancelled' ? 'text-muted hover:bg-surface-2' : undefined),
}

function useRowActions(onOpen: (invoice: InvoiceRow) => void, onVoid: (invoice: InvoiceRow) => void) {
  const may = useMay()
  const { print } = usePrintInvoice()
  return (invoice: InvoiceRow): MenuItem[] => [
    { label: 'Ver detalles', icon: <Eye size={18} />, run: () => onOpen(invoice) },
    { label: 'Imprimir', icon: <Printer size={18} />, run: () => print(invoice) },
    ...(may('invoices.delete') && invoice.status !== 'cancelled'
      ? [
          {
            label: 'Anular',
            icon: <Ban size={18} />,
            tone: 'danger' as const,
            run: () => onVoid(invoice),
          },
        ]
      : []),
  ]
}

type InvoiceListProps = { onOpen: (id: string) => void; onCreate: (() => void) | undefined }

export function InvoiceList({ onOpen, onCreate }: InvoiceListProps) {
  const { state, query: filter, order, filters } = useFilters('invoices', invoiceReaders, '-number', InvoiceFilters)
  const clientLink = useClientLink()
  const [voiding, setVoiding] = useState<InvoiceRow>()
  const isWithVoided = state.value('anuladas') === 'si'
  const readList = (query: ListQuery) =>
    read('GET /api/invoices', { query: { ...query, ...filter, ...(isWithVoided ? { includeVoided: 'true' } : {}) } })
  const resource = useResource(readList, texts)
  const { columns, items, dialog } = useChosenColumns('invoices', invoiceColumns)
  const open = (invoice: InvoiceRow) => onOpen(invoice.id)
  const listActions = useRowActions(open, setVoiding)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="w-full max-w-[344px] max-sm:max-w-none">
          <ResourceSearch
            resource={resource}
            exact={(invoice) => [String(invoice.companyInvoiceId), `#${invoice.companyInvoiceId}`]}
            onOpen={open}
          />
        </div>
        <div className="flex items-center gap-2">
          <Switch
            label="Mostrar anuladas"
            checked={isWithVoided}
            onChange={(isOn) => state.setValue('anuladas', isOn ? 'si' : null)}
          />
          <MenuButton items={[...items, ...exportItems(readList(state.query))]} />
        </div>
      </div>
      <ResourceList
        resource={resource}
        onCreate={onCreate}
        filters={filters}
        table={{
          columns,
          order,
          card: (invoice) => <InvoiceCard invoice={invoice} />,
          formatName: (invoice) => `factura #${invoice.companyInvoiceId}`,
          onOpen: open,
          links: ({ client }) => clientLink(client),
          look,
          actions: listActions,
        }}
      />
      {dialog}
      {voiding && <VoidPanel invoice={voiding} onClose={() => setVoiding(undefined)} />}
    </>
  )
}
