import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { Plus, Trash2 } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { formatDecimal } from '../../ui/forms/decimal-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { focusField } from '../billing/field-focus.ts'
import { maxTyped } from '../invoices/invoice-texts.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { type CollectionForm, type CollectionTotals, type PaymentRow, usableCredit } from './collection-form.ts'

const methods = ['cash', 'card', 'transfer', 'check'] as const

const fieldOf = (key: number): string => `collected-${key}`

type CollectedPaymentsProps = {
  form: CollectionForm
  totals: CollectionTotals
  account: ClientAccount
  invoices: readonly InvoiceRow[]
  currencies: readonly Currency[]
  onChange: (payments: readonly PaymentRow[]) => void
}

/** What the client hands over, in any currency and by any method. */
export function CollectedPayments(props: CollectedPaymentsProps) {
  const { form, totals, account, invoices, currencies, onChange } = props
  const { payments } = form
  const add = (row: Partial<PaymentRow>) => {
    const key = Math.max(0, ...payments.map((payment) => payment.key)) + 1
    const currencyId = payments.at(-1)?.currencyId ?? currencies[0]?.id ?? ''
    const next: PaymentRow = { key, total: '', currencyId, method: 'cash', reference: '', ...row }
    // A row that waits for its amount gives way to one that has it.
    const kept = row.total === undefined ? payments : payments.filter(({ total }) => total !== '')
    onChange([...kept, next])
    focusField(fieldOf(key))
  }
  return (
    <section aria-label="Pagos">
      <Surface className="@container/card px-4 pb-4">
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
          <h2 className="font-semibold text-card">Pagos</h2>
          <DrawerLine currencies={currencies} />
        </div>
        <div className="grid gap-3">
          {payments.map((payment, index) => (
            <Row
              key={payment.key}
              payment={payment}
              number={index + 1}
              currencies={currencies}
              onChange={(change) =>
                onChange(payments.map((one) => (one.key === payment.key ? { ...one, ...change } : one)))
              }
              onRemove={
                payments.length > 1 ? () => onChange(payments.filter(({ key }) => key !== payment.key)) : undefined
              }
            />
          ))}
          <div className="flex flex-wrap gap-2">
            <Button icon={<Plus size={16} aria-hidden="true" />} className="text-label" onClick={() => add({})}>
              Agregar otro pago
            </Button>
            {account.credit.map((credit) => {
              const isUsed = payments.some((row) => row.method === 'credit' && row.currencyId === credit.currencyId)
              const usable = usableCredit(credit, invoices, totals, currencies)
              if (isUsed || usable <= 0) return null
              return (
                <Button
                  key={credit.currencyId}
                  className="text-label tabular-nums"
                  onClick={() =>
                    add({ method: 'credit', currencyId: credit.currencyId, total: formatDecimal(usable, 2) })
                  }
                >
                  {`Usar saldo a favor ${formatMoney(usable, credit.symbol)}`}
                </Button>
              )
            })}
          </div>
        </div>
      </Surface>
    </section>
  )
}

type RowProps = {
  payment: PaymentRow
  number: number
  currencies: readonly Currency[]
  onChange: (change: Partial<PaymentRow>) => void
  onRemove: (() => void) | undefined
}

/** One payment; only the first carries its labels where rows stand under each other. */
function Row({ payment, number, currencies, onChange, onRemove }: RowProps) {
  const isCredit = payment.method === 'credit'
  const labelled = number > 1 ? '@min-[560px]/card:[&>label]:sr-only' : undefined
  return (
    <fieldset
      className={cx(
        'grid @min-[560px]/card:grid-cols-[120px_92px_150px_minmax(0,1fr)_var(--icon-btn)] grid-cols-[minmax(0,1.2fr)_minmax(0,0.75fr)_44px] gap-x-2.5 gap-y-2',
        number > 1 && '@max-[559px]/card:border-line @max-[559px]/card:border-t @max-[559px]/card:pt-3',
      )}
    >
      <legend className="sr-only">{`Pago ${number}`}</legend>
      <Field label="Monto" className={labelled}>
        {(control) => (
          <DecimalInput
            {...control}
            data-field={fieldOf(payment.key)}
            autoFocus={number === 1 && payment.total === ''}
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
            value={payment.currencyId}
            disabled={isCredit}
            onChange={(event) => onChange({ currencyId: event.target.value })}
          >
            {currencies.map((one) => (
              <option key={one.id} value={one.id}>
                {one.code}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {onRemove ? (
        <IconButton
          label={`Quitar el pago ${number}`}
          icon={<Trash2 size={18} aria-hidden="true" />}
          className="@max-[559px]/card:size-11 @min-[560px]/card:order-last self-end justify-self-center @min-[560px]/card:mb-0.5"
          onClick={onRemove}
        />
      ) : (
        <span className="@min-[560px]/card:order-last" />
      )}
      <Field label="Método" className={labelled}>
        {(control) => (
          <SelectInput
            {...control}
            className="[&>select]:pr-7 [&>svg]:right-2"
            value={payment.method}
            disabled={isCredit}
            onChange={(event) => {
              const method = methods.find((one) => one === event.target.value)
              if (method !== undefined) onChange({ method })
            }}
          >
            {(isCredit ? (['credit'] as const) : methods).map((method) => (
              <option key={method} value={method}>
                {paymentMethodNames[method]}
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
    </fieldset>
  )
}
