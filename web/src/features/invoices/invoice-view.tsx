import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatRate } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Tag } from '../../ui/display/tag.tsx'
import { fullName } from '../client-search/client-name.ts'
import { InvoiceItems } from './invoice-items.tsx'
import { InvoiceMoney } from './invoice-money.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { InvoiceShipments } from './invoice-shipments.tsx'

type InvoiceViewProps = {
  invoice: Invoice
  layout: 'wide' | 'narrow'
  onReverse?: ((payment: Invoice['payments'][number]) => void) | undefined
  onPrint?: ((payment: Invoice['payments'][number]) => void) | undefined
}

export function InvoiceView({ invoice, layout, onReverse, onPrint }: InvoiceViewProps) {
  const { client, currency } = invoice
  const halves = layout === 'wide' ? 'grid grid-cols-2 gap-x-5' : 'grid gap-y-4'
  return (
    <div className="grid gap-4">
      <div className={halves}>
        <Part title="Cliente">
          <Link to={`/clients/${client.id}`} className="block break-words font-semibold underline print:no-underline">
            {fullName(client)}
          </Link>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
            <Tag>{client.casillero}</Tag>
            <span className="tabular-nums">{formatPhone(client.phone)}</span>
          </p>
        </Part>
        <Part title="Detalles">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1">
            <dt className="text-muted">Fecha</dt>
            <dd>
              <time dateTime={invoice.createdAt}>{formatDateTime(invoice.createdAt)}</time>
            </dd>
            <dt className="text-muted">Moneda</dt>
            <dd>
              {`${currency.name} (${currency.code})`}
              {currency.code !== 'USD' && ` · ${formatRate(currency.rateCompra, currency.symbol)} por US$1`}
            </dd>
            <dt className="text-muted">Creada por</dt>
            <dd className="break-words">{invoice.createdBy.fullName}</dd>
          </dl>
        </Part>
      </div>
      <InvoiceItems invoice={invoice} layout={layout} />
      <div className={halves}>
        <div className="grid content-start gap-4">
          {invoice.shipments.length > 0 && (
            <Part title="Envío">
              <InvoiceShipments invoice={invoice} />
            </Part>
          )}
          {invoice.payments.length + invoice.reversedPayments.length > 0 && (
            <Part title="Pagos">
              <InvoicePayments invoice={invoice} onReverse={onReverse} onPrint={onPrint} />
            </Part>
          )}
        </div>
        <InvoiceMoney invoice={invoice} />
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold text-label text-muted">{title}</h3>
      {children}
    </section>
  )
}
