import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Plus } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { formatDecimal } from '../../ui/forms/decimal-text.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { focusField } from '../billing/field-focus.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { methodChoices } from '../taking/payment-methods.ts'
import { PaymentRow as Row } from '../taking/payment-row.tsx'
import { type CollectionForm, type CollectionTotals, type PaymentRow, usableCredit } from './collection-form.ts'

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
  const alter = (key: number, change: Partial<PaymentRow>) =>
    onChange(payments.map((one) => (one.key === key ? { ...one, ...change } : one)))
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
              field={fieldOf(payment.key)}
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
