import type { Api } from '@casillero/shared/contract/api'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { type PaymentDraft, paymentDraft } from '@casillero/shared/contract/payments'
import { conversionText } from '@casillero/shared/domain/conversion-text'
import { completingAmount, type Rates } from '@casillero/shared/domain/currency'
import { balanceAfterPayment } from '@casillero/shared/domain/invoice-totals'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { ApiError, call, newIdempotencyKey, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import {
  type ChangeChoice,
  type ChangeOption,
  type ChosenChange,
  changeBody,
  changeOptions,
  chosenChange,
  findMissingReason,
} from '../taking/change-options.ts'
import { ChangeNote, ChangeRows } from '../taking/change-rows.tsx'
import {
  type Credit,
  CreditLine,
  creditFor,
  creditLeft,
  usableCredit,
  useClientCredit,
} from '../taking/client-credit.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { methodChoices } from '../taking/payment-methods.ts'

type Form = Api['POST /api/invoices/:id/payments']['body']
type Offered = Rates & { id: string; name: string; symbol: string }

const Fields = createFields<Form>()

type PaymentFormProps = {
  invoice: Invoice
  /** Receives the invoice after the payment. */
  onPaid?: (invoice: Invoice) => void
  onClose: () => void
}

export function PaymentForm({ invoice, onPaid, onClose }: PaymentFormProps) {
  const [key] = useState(newIdempotencyKey)
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta: { failed: 'Error al cargar datos' } })
  const active = currencies.data?.data ?? []
  const offered: readonly Offered[] = active.length > 0 ? active : [invoice.currency]
  const [choice, setChoice] = useState<ChangeChoice>()
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id ?? null
  const doubted = useRef<string>(undefined)
  const save = async (body: PaymentDraft) => {
    const doubt = findDoubt(invoice, active, body)
    if (doubt !== undefined && doubted.current !== doubt) {
      doubted.current = doubt
      throw new ApiError(400, { fields: { total: doubt } })
    }
    const { chosen } = computeChange(invoice, active, body, choice)
    const missing = findMissingReason(chosen)
    if (missing !== undefined) throw new ApiError(400, { message: missing.sentence })
    const { data } = await call('POST /api/invoices/:id/payments', {
      params: { id: invoice.id },
      body: { ...body, cashSessionId, ...changeBody(chosen) },
      headers: { 'Idempotency-Key': key },
    })
    onPaid?.(data)
  }
  return (
    <FormDialog
      texts={{
        title: 'Registrar pago',
        badge: `#${invoice.companyInvoiceId}`,
        save: 'Registrar pago',
        saving: 'Registrando...',
        saved: 'Pago registrado exitosamente',
        failed: 'Error al registrar el pago',
      }}
      size="lg"
      schema={paymentDraft}
      values={{ total: invoice.pendingTotal, currencyId: invoice.currency.id, method: 'cash', reference: '' }}
      save={save}
      onClose={onClose}
    >
      <PaymentFields invoice={invoice} offered={offered} active={active} choice={choice} onChoose={setChoice} />
    </FormDialog>
  )
}

/** The invoice's balance, at the currency's current rates. */
const saved = <Own extends Rates>(invoice: Invoice, currency: Own) => ({
  totalAmount: invoice.totalAmount,
  paidTotal: invoice.paidTotal,
  givenTotal: invoice.changeTotal,
  currency,
})

type Paid = { total: number | null | undefined; currencyId?: string | null | undefined; method: string }

/** Asked once. docs/product/invoices.md, "Payments later". */
function findDoubt(invoice: Invoice, active: readonly Currency[], { total, currencyId }: PaymentDraft) {
  const invoiceCurrency = active.find(({ id }) => id === invoice.currency.id) ?? invoice.currency
  const currency = active.find(({ id }) => id === currencyId) ?? invoiceCurrency
  const { change } = balanceAfterPayment(saved(invoice, invoiceCurrency), { total, currency })
  if (change <= invoice.totalAmount) return undefined
  const text = formatMoney(change, invoiceCurrency.symbol)
  return `El vuelto sería ${text}. Si es correcto, presione Registrar pago otra vez`
}

/** Returns the change, and the ways to give it. */
function computeChange(
  invoice: Invoice,
  active: readonly Currency[],
  { total, currencyId, method }: Paid,
  choice: ChangeChoice | undefined,
): { options: ChangeOption[]; chosen: ChosenChange | undefined } {
  const invoiceCurrency = active.find(({ id }) => id === invoice.currency.id)
  if (invoiceCurrency === undefined) return { options: [], chosen: undefined }
  const currency = active.find(({ id }) => id === currencyId) ?? invoiceCurrency
  const after = balanceAfterPayment(saved(invoice, invoiceCurrency), { total: total ?? 0, currency })
  const change = after.isPaid ? after.change : 0
  const coined = active.find(({ id }) => id === currency.id) ?? invoiceCurrency
  const payments = [{ method, total: total ?? 0, currency: coined }]
  const options = changeOptions({ change, currency: invoiceCurrency, currencies: active, payments })
  return { options, chosen: chosenChange(options, choice) }
}

type PaymentFieldsProps = {
  invoice: Invoice
  offered: readonly Offered[]
  active: readonly Currency[]
  choice: ChangeChoice | undefined
  onChoose: (choice: ChangeChoice) => void
}

function PaymentFields({ invoice, offered, active, choice, onChoose }: PaymentFieldsProps) {
  const { setValue } = useFormContext<Form>()
  const [total, currencyId, method] = useWatch<Form, ['total', 'currencyId', 'method']>({
    name: ['total', 'currencyId', 'method'],
  })
  const invoiceCurrency = offered.find(({ id }) => id === invoice.currency.id) ?? invoice.currency
  const currency = offered.find(({ id }) => id === currencyId) ?? invoiceCurrency
  const after = balanceAfterPayment(saved(invoice, invoiceCurrency), { total: total ?? 0, currency })
  const change = computeChange(invoice, active, { total, currencyId, method }, choice)
  const credit = useClientCredit(invoice.client.id)
  const own = credit.find((one) => one.currencyId === currency.id)
  // Credit is used in its own currency, and at most up to the pending amount.
  const fillIn = useEffectEvent(() => {
    const used = creditFor(credit, currency.id)
    if (used === undefined) return
    const rates = offered.find(({ id }) => id === used.currencyId) ?? invoiceCurrency
    setValue('currencyId', used.currencyId, { shouldDirty: true })
    setValue('total', usableCredit(used, invoice.pendingTotal, rates, invoiceCurrency), { shouldDirty: true })
  })
  useEffect(() => {
    if (method === 'credit') fillIn()
  }, [method])
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
      <Fields.Decimal name="total" label="Monto" required before={currency.symbol} />
      <Fields.Select
        name="currencyId"
        label="Moneda"
        options={(method === 'credit'
          ? offered.filter(({ id }) => id === currency.id || has(credit, id))
          : offered
        ).map((one) => ({ value: one.id, label: `${one.code} · ${one.name}` }))}
      />
      <CompletingLine pending={invoice.pendingTotal} total={total ?? 0} currency={currency} into={invoiceCurrency} />
      <Fields.Select
        name="method"
        label="Método"
        required
        options={methodChoices(credit.length > 0 || method === 'credit')}
      />
      <Fields.Text name="reference" label="Referencia" placeholder="Opcional" maxLength={120} />
      {method === 'credit' && (
        <div className="col-span-2 -mt-1">
          <CreditLine
            credit={own}
            left={own ? creditLeft(own, [{ method, currencyId: currency.id, total: total ?? 0 }]) : 0}
          />
        </div>
      )}
      <BalanceLine after={after} symbol={invoiceCurrency.symbol} />
      {change.options.length > 0 && <ChangeChoices change={change} onChoose={onChoose} />}
      <div className="col-span-2">
        <DrawerLine currencies={active} />
      </div>
    </div>
  )
}

const has = (credit: readonly Credit[], id: string): boolean => credit.some(({ currencyId }) => currencyId === id)

type CompletingLineProps = { pending: number; total: number; currency: Offered; into: Offered }

function CompletingLine({ pending, total, currency, into }: CompletingLineProps) {
  const { setValue } = useFormContext<Form>()
  const completing = completingAmount(pending, currency, into)
  return (
    <div className="col-span-2 -mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        className="px-2.5 text-label tabular-nums"
        onClick={() => setValue('total', completing, { shouldDirty: true, shouldValidate: true })}
      >
        {`Completar ${formatMoney(completing, currency.symbol)}`}
      </Button>
      <p className="text-muted text-label tabular-nums">{conversionText(total, currency, into)}</p>
    </div>
  )
}

type BalanceLineProps = { after: ReturnType<typeof balanceAfterPayment>; symbol: string }

function BalanceLine({ after, symbol }: BalanceLineProps) {
  return (
    <p aria-live="polite" className="col-span-2 flex justify-between gap-3 border-line border-t pt-3 tabular-nums">
      <span className="text-muted">{after.isPaid ? 'Vuelto' : 'Saldo Pendiente'}</span>
      <span className="font-semibold">{formatMoney(after.isPaid ? after.change : after.pendingTotal, symbol)}</span>
    </p>
  )
}

type ChangeChoicesProps = { change: ReturnType<typeof computeChange>; onChoose: (choice: ChangeChoice) => void }

function ChangeChoices({ change, onChoose }: ChangeChoicesProps) {
  return (
    <div className="col-span-2">
      <div className="overflow-clip rounded-md border border-green-line bg-green-soft text-green-text [&_label:first-of-type]:border-t-0">
        <ChangeRows options={change.options} chosen={change.chosen} onChoose={onChoose} />
      </div>
      <ChangeNote chosen={change.chosen} />
    </div>
  )
}
