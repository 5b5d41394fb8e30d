import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { ReceiptText } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { read } from '../../lib/api.ts'
import { daysSince, daysText } from '../../lib/waiting.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Tracking } from '../../ui/display/tracking.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { useClientLink } from '../client-search/client-link.tsx'
import { fullName } from '../client-search/client-name.ts'

const texts = {
  title: 'Entregados sin factura',
  search: 'Buscar por cliente o tracking…',
  create: '',
  empty: 'Todo lo entregado tiene factura',
  noHits: 'No se encontraron paquetes',
  emptyHint: 'Aquí aparece lo que se entregó sin factura, o cuya factura se anuló después.',
  failed: 'Error al cargar paquetes',
}

const readList = (query: ListQuery) => read('GET /api/packages', { query: { ...query, missing: 'invoice' } })

const formatNumber = ({ companyPackageId }: CourierPackage): string => `#${companyPackageId}`
const formatOwner = ({ client }: CourierPackage): string => (client === null ? 'Sin dueño' : fullName(client))
const formatSince = ({ status, statusSince }: CourierPackage): string =>
  `${status?.name ?? ''} · ${daysText(daysSince(statusSince))}`
const formatPrice = ({ totalPrice }: CourierPackage): string =>
  totalPrice === null ? 'Sin precio' : formatMoney(totalPrice, 'US$')

const columns: readonly Column<CourierPackage>[] = [
  {
    header: 'ID / Cliente',
    cell: (row) => (
      <>
        {row.client === null ? (
          <span className="block text-muted">{formatOwner(row)}</span>
        ) : (
          <Link to={`/clients/${row.client.id}`} className="block wrap-anywhere font-medium hover:underline">
            {formatOwner(row)}
          </Link>
        )}
        <span className="block wrap-anywhere text-help text-muted">
          {row.client === null ? formatNumber(row) : `${formatNumber(row)} · ${row.client.casillero}`}
        </span>
      </>
    ),
  },
  {
    header: 'Tracking',
    width: 204,
    cell: ({ tracking, warehouseTracking }) => {
      const shown = tracking ?? warehouseTracking
      return shown === null ? <span className="text-muted">Sin tracking</span> : <Tracking>{shown}</Tracking>
    },
  },
  { header: 'Estado', width: 220, cell: formatSince },
  {
    header: 'Precio',
    width: 118,
    align: 'end',
    figures: (row) => [formatPrice(row)],
    cell: (row) => <Amount>{formatPrice(row)}</Amount>,
  },
]

const renderCard = (row: CourierPackage) => (
  <>
    <p className="wrap-anywhere pr-10 font-semibold">{formatOwner(row)}</p>
    <p className="break-words text-help text-muted tabular-nums">{`${formatNumber(row)} · ${formatSince(row)}`}</p>
    <p className="flex justify-between gap-3 text-help text-muted tabular-nums">
      <span className="break-all">{row.tracking ?? row.warehouseTracking ?? 'Sin tracking'}</span>
      <span className="font-semibold text-card text-fg">
        <Amount>{formatPrice(row)}</Amount>
      </span>
    </p>
  </>
)

/** docs/product/invoices.md, "What left without an invoice". */
export function UnbilledList() {
  const resource = useResource(readList, texts)
  const navigate = useNavigate()
  const clientLink = useClientLink()
  const bill = ({ client }: CourierPackage) => {
    if (client !== null) void navigate(`/facturar?cliente=${client.id}&entregados=si`)
  }
  return (
    <>
      <div className="mb-3 w-full max-w-[344px] max-sm:max-w-none">
        <ResourceSearch resource={resource} onOpen={bill} />
      </div>
      <ResourceList
        resource={resource}
        table={{
          columns,
          card: renderCard,
          formatName: (row) => `paquete ${formatNumber(row)}`,
          onOpen: bill,
          links: ({ client }) => clientLink(client),
          look: { minWidth: 820, rowHeight: 56 },
          actions: (row) => [{ label: 'Facturar', icon: <ReceiptText size={18} />, run: () => bill(row) }],
        }}
      />
    </>
  )
}
