import type { Currency } from '@casillero/shared/contract/currencies'
import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { conversionText } from '@casillero/shared/domain/conversion-text'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { type Credit, CreditLine, creditFor } from '../taking/client-credit.tsx'
import { methodChoices } from '../taking/payment-methods.ts'
import { PaymentRow as Row } from '../taking/payment-row.tsx'
import { fieldOfPayment } from './field-focus.ts'
import type { PaymentRow } from './invoice-form-state.ts'

type PaymentFieldsProps = {
  payment: PaymentRow
  number: number
  currencies: readonly Currency[]
  invoiceCurrency: Currency
  credit: readonly Credit[]
  /** The rest that the payments leave of the credit in this one's currency. */
  left: number
  /** As much credit in a currency as would be used. */
  usable: (credit: Credit) => string
  onChange: (change: Partial<PaymentRow>) => void
  onRemove: () => void
}

export function PaymentFields(props: PaymentFieldsProps) {
  const { payment, number, currencies, invoiceCurrency, credit, left, usable, onChange, onRemove } = props
  const currency = currencies.find((one) => one.id === payment.currencyId) ?? invoiceCurrency
  const conversion = conversionText(readAmount(payment.total), currency, invoiceCurrency)
  const isCredit = payment.method === 'credit'
  const choose = (method: PaymentMethod) => {
    const own = method === 'credit' ? creditFor(credit, currency.id) : undefined
    if (own === undefined) return onChange({ method })
    onChange({ method, currencyId: own.currencyId, ...(payment.total === '' ? { total: usable(own) } : {}) })
  }
  return (
    <Row
      field={fieldOfPayment(payment.key)}
      number={number}
      payment={{ ...payment, currencyId: currency.id }}
      currencies={isCredit ? currencies.filter(({ id }) => id === currency.id || has(credit, id)) : currencies}
      methods={methodChoices(credit.length > 0 || isCredit)}
      onChange={onChange}
      onMethod={choose}
      onRemove={onRemove}
    >
      {conversion !== null && (
        <p className="order-last col-span-full text-label text-muted tabular-nums">{conversion}</p>
      )}
      {isCredit && (
        <div className="order-last col-span-full">
          <CreditLine credit={credit.find(({ currencyId }) => currencyId === currency.id)} left={left} />
        </div>
      )}
    </Row>
  )
}

const has = (credit: readonly Credit[], id: string) => credit.some(({ currencyId }) => currencyId === id)
