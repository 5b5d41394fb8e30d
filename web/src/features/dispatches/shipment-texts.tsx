import type { InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { HandCoins } from 'lucide-react'
import { Badge } from '../../ui/display/badge.tsx'
import { countText } from '../invoices/invoice-texts.ts'

export const formatShipment = ({ client, invoice }: InvoiceShipment): string =>
  `envío de ${client.name}, factura #${invoice.companyInvoiceId}`

/** Returns the city, else the department. */
export const placeText = ({ city, department }: InvoiceShipment): string => city ?? department ?? 'Sin ciudad'

export const loadText = ({ packageCount, weight }: { packageCount: number; weight: number }): string =>
  `${countText(packageCount, 'paquete', 'paquetes')}, ${formatWeight(weight)}`

/** The amount fixed when it left, else all that is pending. */
export const toCollect = ({ dispatch, invoice }: InvoiceShipment): number =>
  Math.min(dispatch?.toCollect ?? invoice.pendingTotal, invoice.pendingTotal)

/** Sums by currency what the carrier is to bring. */
export function collectText(shipments: readonly InvoiceShipment[]): string | undefined {
  const collected = shipments.filter(({ payment }) => payment === 'collect')
  const sums = [...Map.groupBy(collected, ({ invoice }) => invoice.symbol)].map(([symbol, some]) =>
    formatMoney(some.reduce((cents, one) => cents + Math.round(toCollect(one) * 100), 0) / 100, symbol),
  )
  return sums.length === 0 ? undefined : sums.join(' + ')
}

/** Returns why the shipment cannot leave; undefined if it can. */
export function findBarrier({ dispatch, stage, invoice, payment }: InvoiceShipment): string | undefined {
  if (dispatch !== null) return `${dispatch.sentBy} lo envió en el #${dispatch.companyDispatchId}`
  if (invoice.status === 'cancelled') return 'la factura está anulada'
  if (stage === 'delivered') return 'ya se entregó'
  return payment === 'blocked' ? 'falta el pago' : undefined
}

/** Shows how the shipment's invoice is paid, and the open amount. */
export function PaymentBadge({ shipment }: { shipment: InvoiceShipment }) {
  const { payment, invoice } = shipment
  const open = formatMoney(invoice.pendingTotal, invoice.symbol)
  switch (payment) {
    case 'paid':
      return <Badge tone="green">Pagado</Badge>
    case 'collect':
      return (
        <>
          <Badge tone="yellow" icon={<HandCoins size={13} aria-hidden="true" />}>
            Paga al recibir
          </Badge>
          <Open>{formatMoney(toCollect(shipment), invoice.symbol)}</Open>
        </>
      )
    case 'credit':
      return (
        <>
          <Badge tone="grey">A crédito</Badge>
          <Open>{open}</Open>
        </>
      )
    case 'unpaid':
    case 'blocked':
      return (
        <>
          <Badge tone="yellow">Pago Pendiente</Badge>
          <Open>{`Debe ${open}`}</Open>
        </>
      )
    default:
      return payment satisfies never
  }
}

const Open = ({ children }: { children: string }) => (
  <span className="block whitespace-nowrap text-help text-muted tabular-nums">{children}</span>
)
