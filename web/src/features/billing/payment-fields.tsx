import type { Currency } from '@casillero/shared/contract/currencies'
import { conversionText } from '@casillero/shared/domain/conversion-text'
import { Trash2 } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { maxTyped } from '../invoices/invoice-texts.ts'
import { type Credit, CreditLine, creditFor } from '../taking/client-credit.tsx'
import { methodChoices } from '../taking/payment-methods.ts'
import { fieldOfPayment } from './field-focus.ts'
import type { PaymentRow } from './invoice-form-state.ts'
import { amountOf } from './invoice-form-totals.ts'

type PaymentFieldsProps = {
  payment: PaymentRow
  number: number
  currencies: readonly Currency[]
  invoiceCurrency: Currency
  credit: readonly Credit[]
  /** What the payments leave of the credit in this one's currency. */
  left: number
  /** As much credit in a currency as would be used. */
  usable: (credit: Credit) => string
  onChange: (change: Partial<PaymentRow>) => void
  onRemove: () => void
}

/** One payment; only the first carries its labels where rows stand under each other. */
export function PaymentFields(props: PaymentFieldsProps) {
  const { payment, number, currencies, invoiceCurrency, credit, left, usable, onChange, onRemove } = props
  const currency = currencies.find((one) => one.id === payment.currencyId) ?? invoiceCurrency
  const conversion = conversionText(amountOf(payment.total), currency, invoiceCurrency)
  const isCredit = payment.method === 'credit'
  const choices = methodChoices(credit.length > 0 || isCredit)
  const choose = (value: string) => {
    const method = choices.find((choice) => choice.value === value)?.value
    if (method === undefined) return
    const own = method === 'credit' ? creditFor(credit, currency.id) : undefined
    if (own === undefined) return onChange({ method })
    onChange({ method, currencyId: own.currencyId, ...(payment.total === '' ? { total: usable(own) } : {}) })
  }
  const labelled = number > 1 ? '@min-[560px]/card:[&>label]:sr-only' : undefined
  return (
    <fieldset
      className={cx(
        'grid @min-[560px]/card:grid-cols-[108px_88px_138px_minmax(0,1fr)_var(--icon-btn)] grid-cols-[minmax(0,1.2fr)_minmax(0,0.75fr)_44px] gap-x-2.5 gap-y-2',
        number > 1 && '@max-[559px]/card:border-line @max-[559px]/card:border-t @max-[559px]/card:pt-3',
      )}
    >
      <legend className="sr-only">{`Pago ${number}`}</legend>
      <Field label="Monto" className={labelled}>
        {(control) => (
          <DecimalInput
            {...control}
            data-field={fieldOfPayment(payment.key)}
            max={maxTyped}
            decimals={2}
            value={payment.total}
            onChange={(total) => onChange({ total })}
          />
        )}
      </Field>
      <Field label="Moneda" className={labelled}>
        {(control) => (
          <SelectInput
            {...control}
            className="[&>select]:pr-7 [&>svg]:right-2"
            value={currency.id}
            onChange={(event) => onChange({ currencyId: event.target.value })}
          >
            {(isCredit ? currencies.filter(({ id }) => id === currency.id || has(credit, id)) : currencies).map(
              (one) => (
                <option key={one.id} value={one.id}>
                  {one.code}
                </option>
              ),
            )}
          </SelectInput>
        )}
      </Field>
      <IconButton
        label={`Quitar el pago ${number}`}
        icon={<Trash2 size={18} aria-hidden="true" />}
        className="@max-[559px]/card:size-11 @min-[560px]/card:order-last self-end justify-self-center @min-[560px]/card:mb-0.5"
        onClick={onRemove}
      />
      <Field label="Método" className={labelled}>
        {(control) => (
          <SelectInput
            {...control}
            className="[&>select]:pr-7 [&>svg]:right-2"
            value={payment.method}
            onChange={(event) => choose(event.target.value)}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label="Referencia" className={cx(labelled, '@max-[559px]/card:col-span-2')}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            placeholder="Opcional"
            maxLength={120}
            value={payment.reference}
            onChange={(event) => onChange({ reference: event.target.value })}
          />
        )}
      </Field>
      {conversion !== null && (
        <p className="order-last col-span-full text-label text-muted tabular-nums">{conversion}</p>
      )}
      {isCredit && (
        <div className="order-last col-span-full">
          <CreditLine credit={credit.find(({ currencyId }) => currencyId === currency.id)} left={left} />
        </div>
      )}
    </fieldset>
  )
}

const has = (credit: readonly Credit[], id: string) => credit.some(({ currencyId }) => currencyId === id)
