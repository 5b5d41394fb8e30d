import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { computeFreight } from '@casillero/shared/domain/invoice-totals'
import { formatMoney, formatRate } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { fullName } from '../client-search/client-name.ts'
import { InvoiceItems } from './invoice-items.tsx'
import { shipmentLabel } from './invoice-texts.ts'
import { SumLine } from './sum-line.tsx'

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

function InvoiceShipments({ invoice }: { invoice: Invoice }) {
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

function InvoiceMoney({ invoice }: { invoice: Invoice }) {
  const { currency } = invoice
  const change = invoice.changeTotal
  const isPaid = invoice.status === 'paid'
  const money = (amount: number) => formatMoney(amount, currency.symbol)
  const isLive = invoice.status !== 'cancelled'
  const percent = invoice.generalDiscountType === 'percentage' ? ` (${invoice.generalDiscountValue}%)` : ''
  return (
    <section aria-label="Totales" className="break-inside-avoid">
      {invoice.charges.some(({ isWaived }) => !isWaived) && (
        <>
          <SumLine label="Flete">{money(computeFreight(invoice))}</SumLine>
          {invoice.chargesTotal > 0 && <SumLine label="Cargos">{money(invoice.chargesTotal)}</SumLine>}
          {invoice.advancesTotal > 0 && (
            <SumLine label="Impuestos por su cuenta">{money(invoice.advancesTotal)}</SumLine>
          )}
        </>
      )}
      <SumLine label="Subtotal">{money(invoice.subtotal)}</SumLine>
      {invoice.shipments.length > 0 && <SumLine label="Envío">{money(invoice.shippingTotal)}</SumLine>}
      {invoice.discountTotal > 0 && (
        <SumLine label={`Descuento${percent}`}>{`−${money(invoice.discountTotal)}`}</SumLine>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-3 border-line border-t pt-3 pb-1">
        <span className="font-semibold">
          Total <span className="font-normal text-muted">{currency.code}</span>
        </span>
        <span className="whitespace-nowrap font-[650] text-[22px] tabular-nums leading-8 tracking-[-0.02em]">
          {money(invoice.totalAmount)}
        </span>
      </div>
      {invoice.payments.length > 0 && <SumLine label="Pagado">{money(invoice.paidTotal)}</SumLine>}
      {isLive && !isPaid && (
        <p className="flex justify-between gap-3 py-1 font-medium text-yellow-text">
          <span>Saldo Pendiente</span>
          <span className="whitespace-nowrap font-semibold tabular-nums">{money(invoice.pendingTotal)}</span>
        </p>
      )}
      {isLive && isPaid && <p className="py-1 font-medium text-green-text">✓ Totalmente Pagado</p>}
      {isLive && change > 0 && <SumLine label="Vuelto">{money(change)}</SumLine>}
      {isLive && change > 0 && <ChangeParts invoice={invoice} />}
    </section>
  )
}

/** Shows cash as handed out, the rest left by the smallest coin, and credit. */
function ChangeParts({ invoice: { change } }: { invoice: Invoice }) {
  const cash = change.filter(({ kind }) => kind === 'cash')
  const credit = change.filter(({ kind }) => kind === 'credit')
  const rounded = cash.filter(({ rounding }) => rounding !== 0)
  return (
    <div className="text-help text-muted">
      {cash.length > 0 && (
        <SumLine label="Vuelto entregado">
          {cash.map(({ handed, currency }) => formatMoney(handed, currency.symbol)).join(' + ')}
        </SumLine>
      )}
      {rounded.length > 0 && (
        <SumLine label="Redondeo">
          {rounded.map(({ rounding, currency }) => formatMoney(rounding, currency.symbol)).join(' + ')}
        </SumLine>
      )}
      {credit.length > 0 && (
        <SumLine label="A saldo a favor">
          {credit.map(({ amount, currency }) => formatMoney(amount, currency.symbol)).join(' + ')}
        </SumLine>
      )}
    </div>
  )
}

type Payment = Invoice['payments'][number]

type InvoicePaymentsProps = {
  invoice: Invoice
  onReverse?: ((payment: Payment) => void) | undefined
  onPrint?: ((payment: Payment) => void) | undefined
}

/** Strikes out payments that were taken back. */
function InvoicePayments({ invoice, onReverse, onPrint }: InvoicePaymentsProps) {
  return (
    <table aria-label="Pagos de la factura" className="w-full text-left">
      <thead className="sr-only">
        <tr>
          <th scope="col">Método</th>
          <th scope="col">Monto</th>
        </tr>
      </thead>
      <tbody>
        {invoice.payments.map((payment) => (
          <tr key={payment.id} className="break-inside-avoid align-top *:py-1">
            <td className="pr-3">
              <PaymentFacts payment={payment} />
              {onPrint && <PrintButton payment={payment} onPrint={onPrint} />}
              {onReverse && (
                <Button
                  variant="link"
                  size="sm"
                  className="px-2 print:hidden"
                  aria-label={`Revertir el pago de ${formatMoney(payment.total, payment.currency.symbol)}`}
                  onClick={() => onReverse(payment)}
                >
                  Revertir
                </Button>
              )}
            </td>
            <td className="text-right">
              <PaymentAmount payment={payment} invoice={invoice} />
            </td>
          </tr>
        ))}
        {invoice.reversedPayments.map((payment) => (
          <tr key={payment.id} className="break-inside-avoid text-muted align-top *:py-1 print:hidden">
            <td className="pr-3">
              <PaymentFacts payment={payment} />
              <span className="block break-words text-help">
                {`Revertido por ${payment.reversal.by.fullName}, ${formatDateTime(payment.reversal.at)}: ${payment.reversal.reason}`}
                {payment.reversal.reference !== null && ` · ${payment.reversal.reference}`}
              </span>
              {onPrint && <PrintButton payment={payment} onPrint={onPrint} />}
            </td>
            <td className="text-right">
              <s>
                <PaymentAmount payment={payment} invoice={invoice} />
              </s>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PrintButton({ payment, onPrint }: { payment: Payment; onPrint: (payment: Payment) => void }) {
  const { collection, total, currency } = payment
  const name =
    collection === null
      ? `el recibo de ${formatMoney(total, currency.symbol)}`
      : `el cobro #${collection.companyCollectionId}`
  return (
    <Button
      variant="link"
      size="sm"
      className="-ml-2 px-2 print:hidden"
      aria-label={`Imprimir ${name}`}
      onClick={() => onPrint(payment)}
    >
      Imprimir
    </Button>
  )
}

function PaymentFacts({ payment }: { payment: Payment }) {
  return (
    <>
      {paymentMethodNames[payment.method]}
      {payment.reference !== null && <span className="ml-2 break-all text-[12px] text-muted">{payment.reference}</span>}
      {payment.collection !== null && (
        <span className="ml-2 whitespace-nowrap text-[12px] text-muted">{`Cobro #${payment.collection.companyCollectionId}`}</span>
      )}
      <time dateTime={payment.createdAt} className="block text-help text-muted">
        {formatDateTime(payment.createdAt)}
      </time>
    </>
  )
}

function PaymentAmount({ payment, invoice }: { payment: Payment; invoice: Invoice }) {
  return (
    <>
      {payment.currency.code !== invoice.currency.code && (
        <span className="whitespace-nowrap text-[12px] text-muted tabular-nums">
          {`${formatMoney(payment.total, payment.currency.symbol)} = `}
        </span>
      )}
      <Amount>{formatMoney(payment.convertedTotal, invoice.currency.symbol)}</Amount>
    </>
  )
}
