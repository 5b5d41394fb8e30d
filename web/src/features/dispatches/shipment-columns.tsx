import type { InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { Link } from 'react-router'
import { daysSince, daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import type { Column } from '../../ui/lists/table.tsx'
import { findBarrier, loadText, PaymentBadge, placeText, toCollect } from './shipment-texts.tsx'

const small = 'block wrap-anywhere text-help text-muted'

const linkInvoice = ({ invoice }: InvoiceShipment): string => `/facturar/${invoice.id}?tab=facturas`

const client: Column<InvoiceShipment> = {
  header: 'Cliente',
  cell: (row) => (
    <div className="py-1.5">
      <Link to={linkInvoice(row)} className="wrap-anywhere font-medium hover:underline" title={row.client.name}>
        {row.client.name}
      </Link>
      <span className={small}>{`#${row.invoice.companyInvoiceId} · ${row.client.casillero}`}</span>
    </div>
  ),
}

const place: Column<InvoiceShipment> = {
  header: 'Destino',
  width: 216,
  cell: (row) => (
    <div className="py-1.5">
      <span className="block truncate">{placeText(row)}</span>
      <span className="wrap-anywhere line-clamp-2 text-help text-muted" title={row.address}>
        {row.address}
      </span>
    </div>
  ),
}

const load: Column<InvoiceShipment> = {
  header: 'Paquetes',
  width: 104,
  cell: ({ packageCount, weight }) => (
    <>
      <span className="block tabular-nums">{packageCount}</span>
      <span className={cx(small, 'tabular-nums')}>{formatWeight(weight)}</span>
    </>
  ),
}

const payment: Column<InvoiceShipment> = {
  header: 'Pago',
  width: 150,
  cell: (row) => <PaymentBadge shipment={row} />,
}

const method: Column<InvoiceShipment> = {
  header: 'Método',
  width: 120,
  cell: ({ methodName }) => <span className="wrap-anywhere line-clamp-2">{methodName ?? '—'}</span>,
}

const Wait = ({ waitsSince }: { waitsSince: string }) => {
  const days = daysSince(waitsSince)
  return (
    <span className={cx('whitespace-nowrap', isLong(days) && 'font-semibold text-yellow-text')}>{daysText(days)}</span>
  )
}

const carrier: Column<InvoiceShipment> = {
  header: 'Transportista',
  width: 170,
  cell: ({ dispatch }) =>
    dispatch === null ? (
      '—'
    ) : (
      <>
        <Link to={`/envios/despachos/${dispatch.id}`} className="block truncate hover:underline">
          {`${dispatch.carrier} · #${dispatch.companyDispatchId}`}
        </Link>
        <span className={small}>{`${formatDate(new Date(dispatch.sentAt))} · ${dispatch.guide ?? 'Sin guía'}`}</span>
      </>
    ),
}

export const columnsToSend: readonly Column<InvoiceShipment>[] = [
  client,
  place,
  method,
  load,
  { header: 'Espera', width: 80, cell: ({ waitsSince }) => <Wait waitsSince={waitsSince} /> },
  payment,
]

export const columnsSent: readonly Column<InvoiceShipment>[] = [client, place, carrier, load, payment]

export const columnsDispatched: readonly Column<InvoiceShipment>[] = [client, { ...place, width: 170 }, load, payment]

const Barrier = ({ text }: { text: string }) => (
  <span className="wrap-anywhere block font-medium text-danger-text text-help first-letter:uppercase">{text}</span>
)

const addressText = (row: InvoiceShipment): string =>
  `#${row.invoice.companyInvoiceId} · ${placeText(row)}, ${row.address}`

const collectedText = (row: InvoiceShipment): string =>
  row.payment === 'collect' ? formatMoney(toCollect(row), row.invoice.symbol) : '—'

export const columnsToDispatch: readonly Column<InvoiceShipment>[] = [
  {
    header: 'Cliente y destino',
    cell: (row) => {
      const barrier = findBarrier(row)
      return (
        <div className="py-1.5">
          <Link to={linkInvoice(row)} className="wrap-anywhere font-medium hover:underline" title={row.client.name}>
            {row.client.name}
          </Link>
          <span className="wrap-anywhere line-clamp-2 text-help text-muted" title={row.address}>
            {addressText(row)}
          </span>
          {barrier !== undefined && <Barrier text={barrier} />}
        </div>
      )
    },
  },
  {
    header: 'Paquetes',
    width: 130,
    align: 'end',
    cell: ({ packageCount, weight }) => (
      <span className="tabular-nums">{`${packageCount} · ${formatWeight(weight)}`}</span>
    ),
  },
  {
    header: 'Cobra',
    width: 112,
    align: 'end',
    figures: (row) => [collectedText(row)],
    cell: (row) => (
      <span className={cx('tabular-nums', row.payment === 'collect' && 'font-semibold')}>{collectedText(row)}</span>
    ),
  },
]

/** `barrier`: why it cannot leave. */
export function ShipmentCard({ row, barrier }: { row: InvoiceShipment; barrier?: string | undefined }) {
  const { dispatch, client: owner, invoice, methodName } = row
  return (
    <>
      <p className="break-words pr-10 font-semibold text-body">{owner.name}</p>
      <p className="mt-0.5 pr-10 text-help text-muted">
        {`#${invoice.companyInvoiceId} · ${owner.casillero}`}
        {row.stage === 'to_send' && (
          <>
            {' · '}
            <Wait waitsSince={row.waitsSince} />
          </>
        )}
      </p>
      <p className="mt-1 break-words text-help">
        <b className="font-semibold">{placeText(row)}</b>
        <span>{` · ${row.address}`}</span>
      </p>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-3 gap-y-1 text-help text-muted">
        <span className="min-w-0 break-words">
          {[dispatch === null ? methodName : `${dispatch.carrier} ${dispatch.guide ?? ''}`.trim(), loadText(row)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="ml-auto text-end">
          <PaymentBadge shipment={row} />
        </span>
      </div>
      {barrier !== undefined && <Barrier text={barrier} />}
    </>
  )
}
