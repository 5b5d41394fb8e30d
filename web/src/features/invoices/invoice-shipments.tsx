import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Badge } from '../../ui/display/badge.tsx'
import { shipmentLabel } from './invoice-texts.ts'

export function InvoiceShipments({ invoice }: { invoice: Invoice }) {
  return invoice.shipments.map((shipment) => {
    const { label, tone } = shipmentLabel(shipment.status)
    const place = [shipment.shippingCity, shipment.shippingDepartment].filter(Boolean).join(', ')
    const isConverted = shipment.currency.code !== invoice.currency.code
    return (
      <div key={shipment.id} className="grid gap-0.5 break-words">
        <p className="mb-0.5 flex flex-wrap items-center gap-2 font-semibold">
          {shipment.shippingMethod?.name ?? shipment.typeDelivery ?? 'Envío'}
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p>{shipment.shippingAddress}</p>
        {place !== '' && <p>{place}</p>}
        {shipment.comments !== null && <p className="text-muted">{shipment.comments}</p>}
        <p className="text-muted tabular-nums">
          {formatMoney(shipment.shippingPrice, shipment.currency.symbol)}
          {isConverted && ` = ${formatMoney(shipment.convertedPrice, invoice.currency.symbol)}`}
        </p>
        {shipment.dateShipped !== null && (
          <p className="text-muted">{`Enviado el ${formatDate(new Date(shipment.dateShipped))}`}</p>
        )}
      </div>
    )
  })
}
