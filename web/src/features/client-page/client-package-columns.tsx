import type { ClientPackage } from '@casillero/shared/contract/client-account'
import { Link } from 'react-router'
import { daysSince, daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { findInvoice, packageNumber, priceText, trackingText } from '../packages/package-text.ts'
import { WeightLabel } from '../packages/weight-label.tsx'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'

import type { Charged } from './use-to-bill.ts'

export const invoicePath = (id: string): string => `/facturar/${id}?tab=facturas`

type ColumnsGiven = {
  last: number
  isDelivered: boolean
  charged: ReadonlyMap<string, Charged>
  /** Else below the price. */
  hasRoom: boolean
}

export const clientPackageColumns = ({
  last,
  isDelivered,
  charged,
  hasRoom,
}: ColumnsGiven): readonly Column<ClientPackage>[] => [
  {
    header: 'Paquete',
    cell: (courierPackage) => (
      <>
        <Link
          to={`/paquetes/${courierPackage.id}`}
          state={{ step: 1 }}
          className={
            courierPackage.description === null ? 'block wrap-anywhere text-muted' : 'block wrap-anywhere font-medium'
          }
          title={courierPackage.description ?? undefined}
        >
          {courierPackage.description ?? 'Sin descripción'}
        </Link>
        <span className="block wrap-anywhere text-help text-muted tabular-nums">
          {`${packageNumber(courierPackage)} · ${trackingText(courierPackage)}`}
        </span>
      </>
    ),
  },
  {
    header: 'Método / Peso',
    width: 112,
    cell: (courierPackage) => (
      <>
        <ShippingKindLabel kind={courierPackage.shippingMethod} />
        <span className="block wrap-anywhere text-help text-muted">
          <WeightLabel courierPackage={courierPackage} />
        </span>
      </>
    ),
  },
  {
    header: 'Estado',
    width: hasRoom && charged.size > 0 ? 190 : 194,
    cell: ({ status }) => <StatusBadge status={status} last={last} fallback="Sin estado" />,
  },
  ...(isDelivered ? [] : [{ header: 'Espera', width: 76, cell: renderWait }]),
  ...(hasRoom && charged.size > 0 ? [columnToBill(charged)] : []),
  {
    header: 'Precio / Pago',
    width: 116,
    align: 'end',
    figures: (courierPackage) => [priceText(courierPackage)],
    cell: (courierPackage) => (
      <>
        <span className="block font-medium">
          <Amount>{priceText(courierPackage)}</Amount>
        </span>
        <Payment courierPackage={courierPackage} />
        {!hasRoom && <ToBill charged={charged.get(courierPackage.id)} />}
      </>
    ),
  },
]

const columnToBill = (charged: ReadonlyMap<string, Charged>): Column<ClientPackage> => ({
  header: 'Por facturar',
  width: 136,
  align: 'end',
  figures: ({ id }) => charged.get(id)?.sums.split(' + ') ?? [],
  cell: ({ id }) => {
    const own = charged.get(id)
    if (own === undefined) return <span className="text-muted">—</span>
    return (
      <>
        <span className="block font-medium">
          <Amount>{own.sums}</Amount>
        </span>
        <span className="block wrap-anywhere text-help text-muted" title={own.names.join(' · ')}>
          {own.names.length > 1 ? `${own.names.length} cargos` : own.names[0]}
        </span>
      </>
    )
  },
})

function renderWait({ readyAt }: ClientPackage) {
  if (readyAt === null) return '—'
  const days = daysSince(readyAt)
  return <span className={isLong(days) ? 'font-semibold' : undefined}>{daysText(days)}</span>
}

/** Invoiced, and still to be paid. */
function Payment({ courierPackage }: { courierPackage: ClientPackage }) {
  const invoice = findInvoice(courierPackage)
  if (invoice === undefined) return <span className="text-help text-muted">Sin Facturar</span>
  return (
    <Link
      to={invoicePath(invoice.id)}
      state={{ step: 1 }}
      className={`relative z-1 inline-flex min-h-6 items-center whitespace-nowrap text-help underline ${courierPackage.isOwed ? 'text-yellow-text' : 'text-green-text'}`}
    >
      {`${courierPackage.isOwed ? 'Debe' : 'Pagado'} · #${invoice.companyInvoiceId}`}
    </Link>
  )
}

const ToBill = ({ charged }: { charged: Charged | undefined }) =>
  charged && <span className="block text-help text-muted tabular-nums">{`Con cargos ${charged.sums}`}</span>

type CardProps = {
  courierPackage: ClientPackage
  last: number
  hasMenu: boolean
  charged: ReadonlyMap<string, Charged>
}

export function ClientPackageCard({ courierPackage, last, hasMenu, charged }: CardProps) {
  return (
    <>
      <div className={cx('flex items-center gap-2', hasMenu && 'pr-10')}>
        <span className="text-body text-muted tabular-nums">{packageNumber(courierPackage)}</span>
        <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />
        {courierPackage.readyAt !== null && (
          <span className="ml-auto whitespace-nowrap text-help">{renderWait(courierPackage)}</span>
        )}
      </div>
      <p className="mt-1 break-words font-semibold text-body">{courierPackage.description ?? 'Sin descripción'}</p>
      <p className="break-all text-help text-muted tabular-nums">{trackingText(courierPackage)}</p>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-help text-muted">
        <span className="flex items-center gap-1.5">
          <ShippingKindLabel kind={courierPackage.shippingMethod} />
          <span aria-hidden="true">·</span>
          <WeightLabel courierPackage={courierPackage} />
        </span>
        <span className="ml-auto flex items-baseline gap-2">
          <Payment courierPackage={courierPackage} />
          <span className="font-semibold text-card text-fg">
            <Amount>{priceText(courierPackage)}</Amount>
          </span>
        </span>
      </div>
      <ToBill charged={charged.get(courierPackage.id)} />
    </>
  )
}
