import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { cx } from '../../ui/class-names.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { InvoiceBadge } from './invoice-badge.tsx'
import { clientOf, strikeVoided, totalOf } from './invoice-columns.tsx'

export function InvoiceCard({ invoice }: { invoice: InvoiceRow }) {
  return (
    <>
      <div className="flex items-center gap-2 pr-10">
        <span className={cx('font-semibold text-body tabular-nums', strikeVoided(invoice))}>
          {`#${invoice.companyInvoiceId}`}
        </span>
        <InvoiceBadge status={invoice.status} />
        <Tag>{invoice.client.casillero}</Tag>
      </div>
      <p className="mt-1 wrap-anywhere text-body" title={clientOf(invoice)}>
        {clientOf(invoice)}
      </p>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-help text-muted tabular-nums">
          <time dateTime={invoice.createdAt}>{formatDateTime(invoice.createdAt)}</time>
        </span>
        <span className="ml-auto">{totalOf(invoice)}</span>
      </div>
    </>
  )
}
