import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { daysSince, daysText } from '../../../lib/waiting.ts'
import { Amount } from '../../../ui/display/amount.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Tracking } from '../../../ui/display/tracking.tsx'
import type { Column } from '../../../ui/lists/table.tsx'
import { ShippingKindLabel } from '../../tariffs/shipping-kind.tsx'
import { clientName, findInvoice, packageNumber, priceText } from '../package-text.ts'
import { WeightLabel } from '../weight-label.tsx'
import { PaymentText } from './payment-text.tsx'

/** `last` is for the pie in the badges. The time in the status is shown if there is room or if the list is about it. */
export const packageColumns = (last: number, isAboutSince: boolean): readonly Column<CourierPackage>[] => [
  {
    header: 'ID / Cliente',
    order: 'number',
    cell: (courierPackage) => <ClientCell courierPackage={courierPackage} />,
  },
  {
    header: 'Tracking',
    width: isAboutSince ? 172 : 204,
    cell: (courierPackage) => <TrackingCell courierPackage={courierPackage} />,
  },
  {
    header: 'Método / Peso',
    width: isAboutSince ? 108 : 112,
    cell: (courierPackage) => (
      <>
        <ShippingKindLabel kind={courierPackage.shippingMethod} />
        <Second>
          <WeightLabel courierPackage={courierPackage} />
        </Second>
      </>
    ),
  },
  {
    header: 'Estado',
    width: isAboutSince ? 172 : 194,
    cell: (courierPackage) => <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />,
  },
  {
    header: 'Tiempo en el estado',
    width: 116,
    order: 'statusSince',
    isOrderDown: true,
    isSpare: !isAboutSince,
    cell: (courierPackage) => <span className="font-medium">{daysText(daysSince(courierPackage.statusSince))}</span>,
  },
  {
    header: 'Precio / Pago',
    width: 118,
    align: 'end',
    figures: (courierPackage) => [priceText(courierPackage)],
    cell: (courierPackage) => (
      <>
        <span className="block font-medium">
          <Amount>{priceText(courierPackage)}</Amount>
        </span>
        {/* Otherwise the price would stand higher than the line beside it. */}
        <span className="flex justify-end text-help">
          <PaymentText isInvoiced={findInvoice(courierPackage) !== undefined} />
        </span>
      </>
    ),
  },
]

type CellProps = { courierPackage: CourierPackage }

function ClientCell({ courierPackage }: CellProps) {
  const { id, client } = courierPackage
  return (
    <>
      {client === null ? (
        <span className="block wrap-anywhere font-medium text-muted">{clientName(courierPackage)}</span>
      ) : (
        <Link
          to={`/clients/${client.id}`}
          title={clientName(courierPackage)}
          className="block wrap-anywhere font-medium hover:underline"
        >
          {clientName(courierPackage)}
        </Link>
      )}
      <Second>
        <Link to={`/paquetes/${id}`} state={{ step: 1 }} preventScrollReset className="hover:underline">
          {packageNumber(courierPackage)}
        </Link>
        {client && ` · ${client.casillero}`}
      </Second>
    </>
  )
}

function TrackingCell({ courierPackage: { tracking, warehouseTracking, sharesTracking } }: CellProps) {
  return (
    <>
      {tracking === null ? (
        <span className="block text-muted text-tracking">Sin tracking</span>
      ) : (
        <Tracking>{tracking}</Tracking>
      )}
      {sharesTracking && (
        <span className="block truncate font-medium text-help text-yellow-text">Tracking repetido</span>
      )}
      {!(sharesTracking && warehouseTracking === null) && (
        <Second>{warehouseTracking === null ? '—' : `Bodega ${warehouseTracking}`}</Second>
      )}
    </>
  )
}

const Second = ({ children }: { children: ReactNode }) => (
  <span className="block wrap-anywhere text-help text-muted">{children}</span>
)
