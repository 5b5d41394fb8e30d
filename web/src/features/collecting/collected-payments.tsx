import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Currency } from '@casillero/shared/contract/currencies'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Plus } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { formatDecimal } from '../../ui/forms/decimal-text.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { focusField } from '../billing/form/field-focus.ts'
import { CompletingButtons } from '../taking/completing-buttons.tsx'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { methodChoices } from '../taking/payment-methods.ts'
import { PaymentRow as Row } from '../taking/payment-row.tsx'
import {
  addAmount,
  type CollectionForm,
  type CollectionTotals,
  completingTotal,
  emptyRow,
  findDue,
  nextKey,
  type PaymentRow,
  usableCredit,
} from './collection-form.ts'
import type { OpenDebt } from './open-invoices.ts'

const nameField = (key: number): string => `collected-${key}`

type CollectedPaymentsProps = {
  form: CollectionForm
  totals: CollectionTotals
  account: ClientAccount
  invoices: readonly OpenDebt[]
  currencies: readonly Currency[]
  onChange: (payments: readonly PaymentRow[]) => void
}

function bindPayments({ form, currencies, onChange }: CollectedPaymentsProps, oldestCurrencyId: string | undefined) {
  const { payments } = form
  const add = () => {
    const key = nextKey(payments)
    // The oldest debt left decides the currency, whatever was used before.
    const currencyId = oldestCurrencyId ?? payments.at(-1)?.currencyId ?? currencies[0]?.id ?? ''
    onChange([...payments, emptyRow(key, currencyId)])
    focusField(nameField(key))
  }
  const addSum = (currencyId: string, amount: number, isCredit: boolean) => {
    const added = addAmount(payments, { currencyId, total: formatDecimal(amount, 2), isCredit })
    onChange(added.payments)
    focusField(nameField(added.key))
  }
  const alter = (key: number, change: Partial<PaymentRow>) =>
    onChange(payments.map((one) => (one.key === key ? { ...one, ...change } : one)))
  return { add, addSum, alter }
}

export function CollectedPayments(props: CollectedPaymentsProps) {
  const { form, totals, invoices, currencies, onChange } = props
  const { payments } = form
  const due = findDue(form, invoices, totals, currencies)
  const { add, addSum, alter } = bindPayments(props, due[0]?.currency.id)
  const owed = currencies.filter(({ id }) => due.some(({ currency }) => currency.id === id))
  return (
    <section aria-label="Pagos">
      <Surface className="@container/card px-4 pb-4">
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-2">
          <h2 className="font-semibold text-card">Pagos</h2>
          <DrawerLine currencies={currencies} methods={payments.map(({ method }) => method)} />
        </div>
        <div className="grid gap-3">
          {payments.map((payment, index) => (
            <Row
              key={payment.key}
              field={nameField(payment.key)}
              number={index + 1}
              payment={payment}
              currencies={currencies}
              methods={methodChoices(payment.method === 'credit')}
              isFixed={payment.method === 'credit'}
              autoFocus={index === 0 && payment.total === ''}
              onChange={(change) => alter(payment.key, change)}
              onMethod={(method) => alter(payment.key, { method })}
              onRemove={
                payments.length > 1 ? () => onChange(payments.filter(({ key }) => key !== payment.key)) : undefined
              }
            />
          ))}
          <div className="flex flex-wrap gap-2">
            <Button icon={<Plus size={16} aria-hidden="true" />} className="text-label" onClick={add}>
              Agregar otro pago
            </Button>
            <CreditButtons {...props} onUse={(currencyId, amount) => addSum(currencyId, amount, true)} />
            {due.length > 0 && (
              <div className="@min-[560px]/card:ml-auto @max-[559px]/card:w-full">
                <CompletingButtons
                  choices={[...owed, ...currencies.filter((one) => !owed.includes(one))].map((currency) => ({
                    currency,
                    amount: completingTotal(form, invoices, currencies, { currency, isCredit: false }),
                  }))}
                  onComplete={({ id }, amount) => addSum(id, amount, false)}
                />
              </div>
            )}
          </div>
        </div>
      </Surface>
    </section>
  )
}

type CreditButtonsProps = CollectedPaymentsProps & { onUse: (currencyId: string, amount: number) => void }

function CreditButtons({ account, form, invoices, currencies, onUse }: CreditButtonsProps) {
  return account.credit.map((credit) => {
    const isUsed = form.payments.some((row) => row.method === 'credit' && row.currencyId === credit.currencyId)
    const usable = usableCredit(credit, form, invoices, currencies)
    if (isUsed || usable <= 0) return null
    return (
      <Button
        key={credit.currencyId}
        className="text-label tabular-nums"
        onClick={() => onUse(credit.currencyId, usable)}
      >
        {`Usar saldo a favor ${formatMoney(usable, credit.symbol)}`}
      </Button>
    )
  })
}
