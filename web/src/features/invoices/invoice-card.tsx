import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { InvoiceBadge } from './invoice-badge.tsx'
import { formatClient, renderTotal, strikeVoided } from './invoice-columns.tsx'

type InvoiceCardProps = {
  invoice: InvoiceRow
  isOfClient?: boolean
}

export function InvoiceCard({ invoice, isOfClient = false }: InvoiceCardProps) {
  return (
    <>
      <div className="flex items-center gap-2 pr-10">
        <span className={cx('font-semibold text-body tabular-nums', strikeVoided(invoice))}>
          {`#${invoice.companyInvoiceId}`}
        </span>
        <InvoiceBadge status={invoice.status} />
        {!isOfClient && <Tag>{invoice.client.casillero}</Tag>}
      </div>
      {!isOfClient && (
        <p className="mt-1 wrap-anywhere text-body" title={formatClient(invoice)}>
          {formatClient(invoice)}
        </p>
      )}
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-help text-muted tabular-nums">
          <time dateTime={invoice.createdAt}>{formatDateTime(invoice.createdAt)}</time>
        </span>
        <span className="ml-auto">{renderTotal(invoice)}</span>
      </div>
      {isOfClient && invoice.status === 'pending' && (
        <p className="text-right text-help text-yellow-text">
          Pendiente <Amount>{formatMoney(invoice.pendingTotal, invoice.currency.symbol)}</Amount>
        </p>
      )}
    </>
  )
}
