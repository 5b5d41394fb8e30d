import type { Currency } from '@casillero/shared/contract/currencies'
import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { methodChoices } from './payment-methods.ts'

type TypedPayment = { total: string; currencyId: string; method: PaymentMethod; reference: string }

type PaymentRowProps = {
  /** The `data-field` by which the amount is focused. */
  field: string
  number: number
  payment: TypedPayment
  currencies: readonly Currency[]
  methods: ReturnType<typeof methodChoices>
  /** Currency and method are fixed. */
  isFixed?: boolean
  /** Focuses the row when it appears. */
  autoFocus?: boolean
  onChange: (change: Partial<TypedPayment>) => void
  onMethod: (method: PaymentMethod) => void
  onRemove: (() => void) | undefined
  children?: ReactNode
}

/** In a list of rows, only the first one shows labels. */
export function PaymentRow(props: PaymentRowProps) {
  const { field, number, payment, currencies, methods, isFixed = false, autoFocus, children } = props
  const { onChange, onMethod, onRemove } = props
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
            data-field={field}
            autoFocus={autoFocus}
            max={maxAmount}
            decimals={2}
            value={payment.total}
            onChange={(total) => onChange({ total })}
          />
        )}
      </Field>
      <ChoiceField
        label="Moneda"
        className={labelled}
        value={payment.currencyId}
        isFixed={isFixed}
        choices={currencies.map(({ id, code }) => ({ value: id, label: code }))}
        onChoose={(currencyId) => onChange({ currencyId })}
      />
      <RemoveButton number={number} onRemove={onRemove} />
      <ChoiceField
        label="Método"
        className={labelled}
        value={payment.method}
        isFixed={isFixed}
        choices={methods}
        onChoose={onMethod}
      />
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
      {children}
    </fieldset>
  )
}

type RemoveButtonProps = Pick<PaymentRowProps, 'number' | 'onRemove'>

function RemoveButton({ number, onRemove }: RemoveButtonProps) {
  return onRemove ? (
    <IconButton
      label={`Quitar el pago ${number}`}
      icon={<Trash2 size={18} aria-hidden="true" />}
      className="@max-[559px]/card:size-11 @min-[560px]/card:order-last self-end justify-self-center @min-[560px]/card:mb-0.5"
      onClick={onRemove}
    />
  ) : (
    <span className="@min-[560px]/card:order-last" />
  )
}

type ChoiceFieldProps<Value extends string> = {
  label: string
  className: string | undefined
  value: Value
  isFixed: boolean
  choices: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

function ChoiceField<Value extends string>({
  label,
  className,
  value,
  isFixed,
  choices,
  onChoose,
}: ChoiceFieldProps<Value>) {
  return (
    <Field label={label} className={className}>
      {(control) => (
        <SelectInput
          {...control}
          className="[&>select]:pr-7 [&>svg]:right-2"
          value={value}
          disabled={isFixed}
          onChange={(event) => {
            const chosen = choices.find((one) => one.value === event.target.value)
            if (chosen !== undefined) onChoose(chosen.value)
          }}
        >
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  )
}
