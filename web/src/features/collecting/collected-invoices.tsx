import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { daysSince, daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { CheckBox } from '../../ui/forms/checkbox.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { formatDecimal, readAmount } from '../../ui/forms/decimal-text.ts'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { type CollectionForm, type CollectionTotals, findProblem, partsText } from './collection-form.ts'
import { nameDebt, type OpenDebt } from './open-invoices.ts'

type CollectedInvoicesProps = {
  form: CollectionForm
  totals: CollectionTotals
  invoices: readonly OpenDebt[]
  onType: (typed: ReadonlyMap<string, string>) => void
}

/** An amount that was typed is fixed. */
export function CollectedInvoices({ form, totals, invoices, onType }: CollectedInvoicesProps) {
  const type = (id: string, text: string | undefined) => {
    const typed = new Map(form.typed)
    if (text === undefined) typed.delete(id)
    else typed.set(id, text)
    onType(typed)
  }
  return (
    <section aria-label="Facturas abiertas">
      <Surface className="@container/card overflow-clip">
        <div className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b px-4 py-3">
          <h2 className="font-semibold text-card">{`Facturas abiertas (${invoices.length})`}</h2>
          <span className="text-help text-muted">Primero la misma moneda, luego la más vieja</span>
        </div>
        <ul>
          {invoices.map((invoice) => (
            <Row
              key={invoice.id}
              invoice={invoice}
              typed={form.typed.get(invoice.id)}
              totals={totals}
              problem={findProblem(invoice, totals, form)}
              onType={(text) => type(invoice.id, text)}
            />
          ))}
        </ul>
      </Surface>
    </section>
  )
}

type RowProps = {
  invoice: OpenDebt
  typed: string | undefined
  totals: CollectionTotals
  problem: string | undefined
  onType: (text: string | undefined) => void
}

function Row({ invoice, typed, totals, problem, onType }: RowProps) {
  const { id, companyInvoiceId, pendingTotal, totalAmount, currency, isOwnDebt } = invoice
  const got = totals.allocation.invoices.find((one) => one.id === id)
  const amount = got?.amount ?? 0
  const pending = got?.pendingTotal ?? pendingTotal
  const isOut = typed !== undefined && readAmount(typed) === 0
  const money = (value: number) => formatMoney(value, currency.symbol)
  const hint =
    partsText(invoice, totals) ??
    (totalAmount === pendingTotal ? null : `${isOwnDebt ? 'Era de' : 'Total de la factura:'} ${money(totalAmount)}`)
  return (
    <li className="grid @min-[560px]/card:grid-cols-[18px_minmax(0,1fr)_auto_150px] grid-cols-[18px_minmax(0,1fr)_150px] items-center gap-x-3 gap-y-1.5 border-line px-4 py-3 not-first:border-t">
      <CheckBox
        aria-label={isOwnDebt ? `Cobrar ${nameDebt(invoice)}` : `Cobrar la factura #${companyInvoiceId}`}
        checked={!isOut}
        onChange={({ target }) => onType(target.checked ? undefined : '0.00')}
      />
      <DebtName invoice={invoice} />
      <p className="text-right @max-[559px]/card:col-start-2 @max-[559px]/card:text-left">
        <span className="text-help text-muted @min-[560px]/card:block">Debe </span>
        <Amount>{money(pendingTotal)}</Amount>
      </p>
      <div>
        <DecimalInput
          aria-label={`Monto para ${isOwnDebt ? nameDebt(invoice) : `la factura #${companyInvoiceId}`}`}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
          data-field={`invoice-${id}`}
          before={currency.symbol}
          max={99_999_999_999.99}
          decimals={2}
          value={typed ?? formatDecimal(amount, 2)}
          onChange={(text) => onType(text === '' ? undefined : text)}
        />
      </div>
      <p className="min-w-0 break-words text-help text-muted @min-[560px]/card:col-span-2 @min-[560px]/card:col-start-2 @max-[559px]/card:order-last @max-[559px]/card:col-span-2 @max-[559px]/card:col-start-2">
        {hint}
      </p>
      <div className="justify-self-end text-right @max-[559px]/card:order-last @max-[559px]/card:col-span-2 @max-[559px]/card:col-start-2">
        {problem === undefined ? (
          <Result amount={amount} pending={pending} money={money} />
        ) : (
          <FieldFoot id={id} error={problem} />
        )}
      </div>
    </li>
  )
}

function DebtName({ invoice }: { invoice: OpenDebt }) {
  const { id, companyInvoiceId, createdAt, isOwnDebt } = invoice
  const days = daysSince(createdAt)
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 @max-[559px]/card:col-span-2">
      {isOwnDebt ? (
        <span className="font-semibold tabular-nums">{nameDebt(invoice)}</span>
      ) : (
        <Link
          to={`/facturar/${id}?tab=facturas`}
          className="inline-flex min-h-6 items-center font-semibold tabular-nums hover:underline"
        >
          {`#${companyInvoiceId}`}
        </Link>
      )}
      <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      <span className={cx('text-help', isLong(days) ? 'font-semibold text-yellow-text' : 'text-muted')}>
        {daysText(days)}
      </span>
    </p>
  )
}

type ResultProps = { amount: number; pending: number; money: (value: number) => string }

function Result({ amount, pending, money }: ResultProps) {
  if (amount === 0) return <span className="text-help text-muted">Sin cobrar</span>
  if (pending > 0) return <span className="text-help text-yellow-text">{`Quedan ${money(pending)}`}</span>
  return (
    <span className="inline-flex items-center gap-1 font-medium text-green-text text-help">
      <Check size={14} aria-hidden="true" />
      Queda pagada
    </span>
  )
}
