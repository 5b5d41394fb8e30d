import type { Invoice, InvoiceRow } from '@casillero/shared/contract/invoices'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { voidDues } from '@casillero/shared/domain/reversal'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ConfirmPanel } from '../../crud/confirm-panel.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { formatClient } from './invoice-columns.tsx'

type Refund = 'credit' | 'cash'

const texts = {
  confirm: 'Anular Factura',
  confirming: 'Anulando...',
  done: 'Factura eliminada exitosamente',
  failed: 'Error al eliminar la factura',
}

/** Asks before an invoice is voided, and what becomes of what was paid of it. docs/product/invoices.md, "Voiding". */
export function VoidPanel({ invoice, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const [refund, setRefund] = useState<Refund>('credit')
  const [reference, setReference] = useState('')
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id
  const isCash = refund === 'cash'
  const [key] = useState(newIdempotencyKey)
  const run = () =>
    call('DELETE /api/invoices/:id', {
      params: { id: invoice.id },
      headers: { 'Idempotency-Key': `${key}-${refund}` },
      ...(isCash ? { query: { refund, reference, ...(cashSessionId ? { cashSessionId } : {}) } } : {}),
    })
  return (
    <ConfirmPanel title={`¿Anular la factura #${invoice.companyInvoiceId}?`} texts={texts} run={run} onClose={onClose}>
      Se anulará la factura <b className="font-semibold">{`#${invoice.companyInvoiceId}`}</b> de{' '}
      <b className="font-semibold">{formatClient(invoice)}</b> por{' '}
      <span className="whitespace-nowrap">{formatMoney(invoice.totalAmount, invoice.currency.symbol)}</span>. Conserva
      su número y sus paquetes se podrán facturar de nuevo.
      {invoice.paidTotal > 0 && <RefundRows invoice={invoice} refund={refund} onChoose={setRefund} />}
      {invoice.paidTotal > 0 && isCash && <GivingBack reference={reference} onReference={setReference} />}
    </ConfirmPanel>
  )
}

/**
 * Formats the amounts that the client gets, by currency: the payments in it less the change given in it, credit that is taken back
 * included. Credit of it that was used is known to the server alone.
 */
export function dueText(invoice: Pick<Invoice, 'payments' | 'change'>): string {
  const kept = invoice.change
    .filter(({ kind }) => kind === 'cash')
    .map(({ currency, handed, convertedTotal }) => ({ currencyId: currency.id, given: handed, convertedTotal }))
  const paid = invoice.payments.map((payment) => ({ ...payment, currencyId: payment.currency.id }))
  const dues = voidDues(paid, kept).filter(({ amount }) => amount > 0)
  const byCurrency = Map.groupBy(dues, ({ currencyId }) => currencyId)
  return [...byCurrency]
    .map(([id, own]) => {
      const symbol = paid.find(({ currencyId }) => currencyId === id)?.currency.symbol
      return formatMoney(toWire(sum(own.map(({ amount }) => exact(amount)))), symbol)
    })
    .join(' y ')
}

type RefundRowsProps = { invoice: InvoiceRow; refund: Refund; onChoose: (refund: Refund) => void }

function RefundRows({ invoice, refund, onChoose }: RefundRowsProps) {
  const name = useId()
  const whole = useQuery(read('GET /api/invoices/:id', { params: { id: invoice.id } })).data?.data
  const due = whole && dueText(whole)
  const rows = [
    {
      id: 'credit' as const,
      label: 'Saldo a favor',
      says: due === undefined ? 'Lo pagado queda a favor del cliente' : `${due} quedan a favor del cliente`,
    },
    {
      id: 'cash' as const,
      label: 'Devolver',
      says: 'Se devuelve cada pago por el mismo medio, menos el vuelto entregado',
    },
  ]
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="mb-1 font-semibold">¿Qué se hace con lo pagado?</legend>
      <div className="overflow-clip rounded-md border border-control">
        {rows.map(({ id, label, says }, index) => (
          <label
            key={id}
            className={`flex min-h-11 items-center gap-2.5 border-line px-3 py-1.5 has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2 ${index > 0 ? 'border-t' : ''}`}
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === refund}
              onChange={() => onChoose(id)}
              className="size-[18px] shrink-0 appearance-none rounded-full border border-control bg-surface focus-visible:outline-none checked:border-[5px] checked:border-primary"
            />
            <span className="min-w-0">
              <span className="block font-medium">{label}</span>
              <span className="block text-help text-muted">{says}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type GivingBackProps = { reference: string; onReference: (reference: string) => void }

function GivingBack({ reference, onReference }: GivingBackProps) {
  const currencies = useQuery(read('GET /api/currencies/active'))
  return (
    <div className="mt-3 grid gap-3">
      <Field label="Referencia de la devolución" help="De lo que no fue en efectivo">
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            placeholder="Opcional"
            maxLength={120}
            value={reference}
            onChange={(event) => onReference(event.target.value)}
          />
        )}
      </Field>
      <DrawerLine currencies={currencies.data?.data ?? []} isLeaving />
    </div>
  )
}
