import type { CourierPackage } from '@casillero/shared/contract/packages'
import { daysSince, daysText } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import { clientName, findInvoice, packageNumber, priceText, trackingText } from './package-text.ts'
import { PaymentText } from './payment-text.tsx'
import { WeightLabel } from './weight-label.tsx'

type PackageCardProps = { courierPackage: CourierPackage; last: number; isAboutSince: boolean }

export function PackageCard({ courierPackage, last, isAboutSince }: PackageCardProps) {
  return (
    <>
      <div className="flex items-center gap-2 pr-10">
        <span className="text-body text-muted tabular-nums">{packageNumber(courierPackage)}</span>
        <span className="flex min-w-0">
          <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />
        </span>
        {isAboutSince && (
          <span className="ml-auto font-medium text-help">{daysText(daysSince(courierPackage.statusSince))}</span>
        )}
      </div>
      <p
        title={clientName(courierPackage)}
        className={cx(
          'mt-1 wrap-anywhere pr-10 font-semibold text-body',
          courierPackage.client === null && 'text-muted',
        )}
      >
        {clientName(courierPackage)}
      </p>
      <p className="flex items-start justify-between gap-3 text-help text-muted tabular-nums">
        <span className="break-all">
          {trackingText(courierPackage)}
          {courierPackage.sharesTracking && (
            <span className="block font-medium text-yellow-text">Tracking repetido</span>
          )}
        </span>
        <PaymentText isInvoiced={findInvoice(courierPackage) !== undefined} />
      </p>
      <div className="mt-1 flex items-baseline justify-between gap-3 text-help text-muted">
        <span className="flex items-center gap-1.5">
          <ShippingKindLabel kind={courierPackage.shippingMethod} />
          <span aria-hidden="true">·</span>
          <span className="whitespace-nowrap tabular-nums">
            <WeightLabel courierPackage={courierPackage} />
          </span>
        </span>
        <span className="font-semibold text-card text-fg">
          <Amount>{priceText(courierPackage)}</Amount>
        </span>
      </div>
    </>
  )
}
