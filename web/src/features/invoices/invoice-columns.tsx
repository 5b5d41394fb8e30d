import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { fullName } from '../client-search/client-name.ts'
import { InvoiceBadge } from './invoice-badge.tsx'

export const formatClient = ({ client }: InvoiceRow): string => fullName(client)

/** Strikes out a voided invoice, which no longer counts. */
export const strikeVoided = (invoice: InvoiceRow): string | undefined =>
  invoice.status === 'cancelled' ? 'line-through' : undefined

export const renderTotal = (invoice: InvoiceRow) => (
  <span className={cx('font-semibold', strikeVoided(invoice))}>
    <Amount code={invoice.currency.code}>{formatMoney(invoice.totalAmount, invoice.currency.symbol)}</Amount>
  </span>
)

export const invoiceColumns: readonly Column<InvoiceRow>[] = [
  {
    header: 'Factura',
    order: 'number',
    width: 100,
    cell: (invoice) => (
      <Link
        to={`/facturar/${invoice.id}?tab=facturas`}
        state={{ step: 1 }}
        preventScrollReset
        className={cx('font-semibold tabular-nums hover:underline', strikeVoided(invoice))}
      >
        {`#${invoice.companyInvoiceId}`}
      </Link>
    ),
  },
  {
    header: 'Cliente',
    cell: (invoice) => (
      <>
        <Link
          to={`/clients/${invoice.client.id}`}
          className="block wrap-anywhere font-medium hover:underline"
          title={formatClient(invoice)}
        >
          {formatClient(invoice)}
        </Link>
        <span className="block wrap-anywhere text-help text-muted">{invoice.client.casillero}</span>
      </>
    ),
  },
  {
    header: 'Total',
    width: 172,
    align: 'end',
    figures: ({ totalAmount, currency }) => [`${formatMoney(totalAmount, currency.symbol)} ${currency.code}`],
    cell: renderTotal,
  },
  { header: 'Estado', width: 130, cell: ({ status }) => <InvoiceBadge status={status} /> },
  {
    header: 'Fecha',
    width: 170,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
]

const formatPending = (invoice: InvoiceRow): string =>
  invoice.status === 'pending' ? formatMoney(invoice.pendingTotal, invoice.currency.symbol) : '—'

/** Columns for one client's invoices: without the client, with the pending amount. */
export const clientInvoiceColumns: readonly Column<InvoiceRow>[] = invoiceColumns
  .filter(({ header }) => header !== 'Cliente')
  .flatMap((column) =>
    column.header === 'Total'
      ? [
          column,
          {
            header: 'Pendiente',
            width: 150,
            align: 'end' as const,
            figures: (invoice: InvoiceRow) => [formatPending(invoice)],
            cell: (invoice: InvoiceRow) => (
              <span className={invoice.status === 'pending' ? 'font-medium text-yellow-text' : 'text-muted'}>
                <Amount>{formatPending(invoice)}</Amount>
              </span>
            ),
          },
        ]
      : [column],
  )
  .map((column) => (column.header === 'Factura' ? { header: column.header, cell: column.cell } : column))
