import type { CourierPackage } from '@casillero/shared/contract/packages'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import { clientName, invoiceOf, packageNumber, priceText, trackingText, weightText } from './package-text.ts'
import { PaymentText } from './payment-text.tsx'

type PackageCardProps = { parcel: CourierPackage; last: number }

export function PackageCard({ parcel, last }: PackageCardProps) {
  return (
    <>
      <div className="flex items-center gap-2 pr-10">
        <span className="text-body text-muted tabular-nums">{packageNumber(parcel)}</span>
        <span className="flex min-w-0">
          <StatusBadge status={parcel.status} last={last} fallback="Sin estado" />
        </span>
      </div>
      <p
        title={clientName(parcel)}
        className={cx('mt-1 truncate pr-10 font-semibold text-body', parcel.client === null && 'text-muted')}
      >
        {clientName(parcel)}
      </p>
      <p className="flex items-start justify-between gap-3 text-help text-muted tabular-nums">
        <span className="break-all">{trackingText(parcel)}</span>
        <PaymentText isInvoiced={invoiceOf(parcel) !== undefined} />
      </p>
      <div className="mt-1 flex items-baseline justify-between gap-3 text-help text-muted">
        <span className="flex items-center gap-1.5">
          <ShippingKindLabel kind={parcel.shippingMethod} />
          <span aria-hidden="true">·</span>
          <span className="whitespace-nowrap tabular-nums">{weightText(parcel)}</span>
        </span>
        <span className="font-semibold text-card text-fg">
          <Amount>{priceText(parcel)}</Amount>
        </span>
      </div>
    </>
  )
}
