import { useNavigate } from 'react-router'
import { ResourceList, useOwnPlace, useRows } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { InvoiceCard } from '../invoices/invoice-card.tsx'
import { clientInvoiceColumns } from '../invoices/invoice-columns.tsx'
import type { ClientTabProps } from './client-tabs.ts'

const texts = {
  title: 'Facturas',
  create: 'Crear Factura',
  empty: 'No hay facturas creadas',
  emptyHint: 'Aquí aparecen las facturas del cliente, la más nueva primero.',
  failed: 'Error al cargar facturas',
}

export function ClientInvoices({ account }: ClientTabProps) {
  const clientId = account.client.id
  const navigate = useNavigate()
  const place = useOwnPlace()
  const readList = read('GET /api/invoices', { query: { clientId, page: String(place.page) } })
  const resource = useRows(place, readList, texts)
  return (
    <ResourceList
      resource={resource}
      table={{
        columns: clientInvoiceColumns,
        card: (invoice) => <InvoiceCard invoice={invoice} isOfClient={true} />,
        formatName: (invoice) => `factura #${invoice.companyInvoiceId}`,
        onOpen: ({ id }) => void navigate(`/facturar/${id}?tab=facturas`, { state: { step: 1 } }),
        look: { minWidth: 680 },
      }}
    />
  )
}
