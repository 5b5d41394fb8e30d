import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { Button } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'

type Payment = Invoice['payments'][number]

type InvoicePaymentsProps = {
  invoice: Invoice
  onReverse?: ((payment: Payment) => void) | undefined
  onPrint?: ((payment: Payment) => void) | undefined
}

/** Those taken back are struck through. */
export function InvoicePayments({ invoice, onReverse, onPrint }: InvoicePaymentsProps) {
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
