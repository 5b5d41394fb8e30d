import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ResourceList } from '../../crud/resource-page.tsx'
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
  const [page, setPage] = useState(1)
  const navigate = useNavigate()
  const query = useQuery({
    ...read('GET /api/invoices', { query: { clientId, page: String(page) } }),
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  })
  return (
    <ResourceList
      texts={texts}
      resource={{ state: { search: '', setSearch: () => undefined, page, setPage }, query }}
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
