import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Amount } from '../../ui/display/amount.tsx'
import { paymentMethods } from './invoice-texts.ts'

export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  return (
    <table aria-label="Pagos de la factura" className="w-full text-left">
      <thead className="sr-only">
        <tr>
          <th scope="col">Método</th>
          <th scope="col">Monto</th>
        </tr>
      </thead>
      <tbody>
        {invoice.payments.map((payment) => {
          const isConverted = payment.currency.code !== invoice.currency.code
          return (
            <tr key={payment.id} className="break-inside-avoid align-top *:py-1">
              <td className="pr-3">
                {paymentMethods[payment.method]}
                {payment.reference !== null && (
                  <span className="ml-2 break-all text-[12px] text-muted">{payment.reference}</span>
                )}
                <time dateTime={payment.createdAt} className="block text-help text-muted">
                  {formatDateTime(payment.createdAt)}
                </time>
              </td>
              <td className="text-right">
                {isConverted && (
                  <span className="whitespace-nowrap text-[12px] text-muted tabular-nums">
                    {`${formatMoney(payment.total, payment.currency.symbol)} = `}
                  </span>
                )}
                <Amount>{formatMoney(payment.convertedTotal, invoice.currency.symbol)}</Amount>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
