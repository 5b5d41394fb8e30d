import type { Currency } from '@casillero/shared/contract/currencies'
import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { conversionText } from '@casillero/shared/domain/conversion-text'
import { completingAmount } from '@casillero/shared/domain/currency'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { formatDecimal, readAmount } from '../../../ui/forms/decimal-text.ts'
import { Surface } from '../../../ui/layout/surface.tsx'
import { countText } from '../../invoices/invoice-texts.ts'
import {
  type Credit,
  CreditLine,
  creditFor,
  creditLeft,
  usableCredit,
  useClientCredit,
} from '../../taking/client-credit.tsx'
import { CompletingButtons } from '../../taking/completing-buttons.tsx'
import { DrawerLine } from '../../taking/drawer-line.tsx'
import { methodChoices } from '../../taking/payment-methods.ts'
import { PaymentRow as Row } from '../../taking/payment-row.tsx'
import { fieldOfPayment, focusField } from '../form/field-focus.ts'
import type { InvoiceDesk } from '../form/invoice-desk.ts'
import type { PaymentRow } from '../form/invoice-form-state.ts'
import type { FormTotals } from '../form/invoice-form-totals.ts'

type PaymentFieldsProps = {
  payment: PaymentRow
  number: number
  currencies: readonly Currency[]
  invoiceCurrency: Currency
  credit: readonly Credit[]
  /** The client's credit in this currency after these payments. */
  left: number
  /** Formats how much of the credit a payment would use. */
  usable: (credit: Credit) => string
  onChange: (change: Partial<PaymentRow>) => void
  onRemove: () => void
}

function PaymentFields(props: PaymentFieldsProps) {
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

type PaymentsSectionProps = { desk: InvoiceDesk; totals: FormTotals }

export function PaymentsSection({ desk, totals }: PaymentsSectionProps) {
  const { form, dispatch } = desk
  const { currency, paidTotal } = totals
  const isHidden = !form.isPaymentsOpen
  // Rows without an amount are not sent.
  const sent = form.payments.filter((payment) => readAmount(payment.total) > 0).length
  return (
    <section aria-label="Pagos">
      <Surface className="@container/card px-4">
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
          <h2 className="font-semibold text-card">Pagos</h2>
          {isHidden && paidTotal > 0 && (
            <span className="text-muted tabular-nums">
              {`${countText(sent, 'pago', 'pagos')} · ${formatMoney(paidTotal, currency.symbol)}`}
            </span>
          )}
          <Button
            variant="link"
            className="-mr-2 ml-auto px-2 text-label"
            data-field="payments"
            aria-expanded={form.isPaymentsOpen}
            onClick={() => {
              dispatch({ type: 'paymentsToggled', currencyId: currency.id })
              const waiting = form.payments.find((payment) => payment.total === '')
              if (isHidden) focusField(fieldOfPayment(waiting?.key ?? form.payments[0]?.key ?? form.nextPayment))
            }}
          >
            {isHidden ? 'Agregar Pagos' : 'Ocultar Pagos'}
          </Button>
        </div>
        {!isHidden && <OpenPayments desk={desk} totals={totals} />}
      </Surface>
    </section>
  )
}

function OpenPayments({ desk, totals }: PaymentsSectionProps) {
  const { form, dispatch, data } = desk
  const { currency } = totals
  const credit = useClientCredit(form.client?.id)
  const sums = form.payments.map(({ method, currencyId, total }) => ({ method, currencyId, total: readAmount(total) }))
  // A second payment is mostly in the other currency.
  const unused = data.currencies.find(({ id }) => form.payments.every(({ currencyId }) => currencyId !== id))
  const usable = (own: Credit) => {
    const rates = data.currencies.find(({ id }) => id === own.currencyId) ?? currency
    return formatDecimal(usableCredit(own, totals.pendingTotal, rates, currency), 2)
  }
  return (
    <div className="grid gap-3 pb-4">
      <DrawerLine currencies={data.currencies} methods={form.payments.map(({ method }) => method)} />
      {form.payments.map((payment, index) => (
        <PaymentFields
          key={payment.key}
          payment={payment}
          number={index + 1}
          currencies={data.currencies}
          invoiceCurrency={currency}
          credit={credit}
          left={computeLeft(credit, payment.currencyId || currency.id, sums)}
          usable={usable}
          onChange={(change) => dispatch({ type: 'paymentChanged', key: payment.key, change })}
          onRemove={() => dispatch({ type: 'paymentRemoved', key: payment.key })}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          className="mr-auto text-label"
          onClick={() => {
            dispatch({ type: 'paymentAdded', currencyId: (unused ?? currency).id })
            focusField(fieldOfPayment(form.nextPayment))
          }}
        >
          Agregar otro pago
        </Button>
        {totals.pendingTotal > 0 && (
          <CompletingButtons
            choices={[currency, ...data.currencies.filter((one) => one.id !== currency.id)].map((own) => ({
              currency: own,
              amount: completingAmount(totals.pendingTotal, own, currency),
            }))}
            onComplete={({ id }, amount) =>
              dispatch({ type: 'paymentCompleted', currencyId: id, total: formatDecimal(amount, 2) })
            }
          />
        )}
      </div>
    </div>
  )
}

function computeLeft(credit: readonly Credit[], id: string, payments: Parameters<typeof creditLeft>[1]): number {
  const own = credit.find(({ currencyId }) => currencyId === id)
  return own === undefined ? 0 : creditLeft(own, payments)
}
