import type { Invoice } from '@casillero/shared/contract/invoices'
import { type ReversalDraft, reversalDraft } from '@casillero/shared/contract/reversals'
import { balanceAfterReversal } from '@casillero/shared/domain/invoice-totals'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { fieldsOf } from '../../ui/forms/form-fields.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'

type Form = z.input<typeof reversalDraft>
type Payment = Invoice['payments'][number]

const Fields = fieldsOf<Form>()

type ReversalFormProps = { invoice: Invoice; payment: Payment; onClose: () => void }

/** Takes one payment back, with a reason. */
export function ReversalForm({ invoice, payment, onClose }: ReversalFormProps) {
  const [key] = useState(newIdempotencyKey)
  const currencies = useQuery(read('GET /api/currencies/active'))
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id ?? null
  const isCash = payment.method === 'cash'
  const isByBank = !isCash && payment.method !== 'credit'
  const { collection } = payment
  const after = balanceAfterReversal(invoice, [payment])
  const money = (amount: number) => formatMoney(amount, invoice.currency.symbol)
  return (
    <FormDialog<Form, ReversalDraft>
      texts={{
        title: 'Revertir pago',
        badge: `#${invoice.companyInvoiceId}`,
        save: 'Revertir pago',
        saving: 'Revirtiendo...',
        saved: 'Pago revertido',
        failed: 'Error al revertir el pago',
      }}
      size="lg"
      schema={reversalDraft}
      values={{ reason: '', reference: '' }}
      save={(draft): Promise<unknown> => {
        const body = { ...draft, cashSessionId }
        const headers = { 'Idempotency-Key': key }
        return collection === null
          ? call('POST /api/payments/:id/reverse', { params: { id: payment.id }, body, headers })
          : call('POST /api/collections/:id/reverse', { params: { id: collection.id }, body, headers })
      }}
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <p>
          {'Se revierte el pago de '}
          <b className="whitespace-nowrap font-semibold">{formatMoney(payment.total, payment.currency.symbol)}</b>
          {` · ${paymentMethodNames[payment.method]}. La factura queda `}
          {after.isPaid ? 'pagada.' : `con ${money(after.pendingTotal)} pendientes.`}
          {after.isPaid || invoice.changeTotal === 0
            ? ''
            : ` El vuelto de ${money(invoice.changeTotal)} también se revierte.`}
        </p>
        <Fields.Text
          name="reason"
          label="Motivo"
          required
          maxLength={200}
          placeholder="Por ejemplo: se registró en otra factura"
        />
        {collection !== null && (
          <p className="font-medium">
            {`Es parte del cobro #${collection.companyCollectionId}: se revierte el cobro completo, en todas sus facturas.`}
          </p>
        )}
        {isByBank && (
          <Fields.Text name="reference" label="Referencia de la devolución" placeholder="Opcional" maxLength={120} />
        )}
        {(isCash || collection !== null) && (
          <div>
            <DrawerLine currencies={currencies.data?.data ?? []} isLeaving />
            <p className="mt-1 text-help text-muted">
              El efectivo de un turno abierto deja de contar en ese turno; el de uno cerrado sale de la caja abierta.
            </p>
          </div>
        )}
      </div>
    </FormDialog>
  )
}
