import type { Invoice } from '@casillero/shared/contract/invoices'
import { type ReversalDraft, type ReversalPreview, reversalDraft } from '@casillero/shared/contract/reversals'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { ReversalEffects } from './reversal-effects.tsx'

type Form = z.input<typeof reversalDraft>
type Payment = Pick<Invoice['payments'][number], 'id' | 'total' | 'method' | 'currency' | 'collection'>

const Fields = createFields<Form>()

type ReversalFormProps = { badge: string; payment: Payment; onClose: () => void }

function useEffects({ id, collection }: Payment, changeReturned: boolean, cashSessionId: string | null) {
  const query = { changeReturned: changeReturned ? ('true' as const) : ('false' as const), ...named(cashSessionId) }
  const ofPayment = useQuery({
    ...read('GET /api/payments/:id/reversal', { params: { id }, query }),
    enabled: collection === null,
  })
  const ofCollection = useQuery({
    ...read('GET /api/collections/:id/reversal', { params: { id: collection?.id ?? '' }, query }),
    enabled: collection !== null,
  })
  return collection === null ? ofPayment : ofCollection
}

const named = (cashSessionId: string | null) => (cashSessionId === null ? {} : { cashSessionId })

const toExpectedCash = (effects: ReversalPreview | undefined): ReversalDraft['expectedCash'] =>
  effects?.cash.map(({ direction, amount, currencyId, cashSessionId }) => {
    return { direction, amount, currencyId, cashSessionId }
  }) ?? null

/** docs/product/cash.md, "Reversing a payment". */
export function ReversalForm({ badge, payment, onClose }: ReversalFormProps) {
  const [key] = useState(newIdempotencyKey)
  const [answer, setAnswer] = useState<boolean>()
  const currencies = useQuery(read('GET /api/currencies/active'))
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id ?? null
  const asked = useEffects(payment, false, cashSessionId)
  const isBack = answer ?? asked.data?.data.isChangeLikelyBack ?? false
  const effects = useEffects(payment, isBack, cashSessionId)
  const isByBank = payment.method !== 'cash' && payment.method !== 'credit'
  const { collection } = payment
  return (
    <FormDialog<Form, ReversalDraft>
      texts={{
        title: 'Revertir pago',
        badge,
        save: 'Revertir pago',
        saving: 'Revirtiendo...',
        saved: 'Pago revertido',
        failed: 'Error al revertir el pago',
      }}
      size="lg"
      schema={reversalDraft}
      values={{ reason: '', reference: '' }}
      save={(draft): Promise<unknown> => {
        const expectedCash = toExpectedCash(effects.data?.data)
        const body = { ...draft, cashSessionId, changeReturned: isBack, expectedCash }
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
          {` · ${paymentMethodNames[payment.method]}.`}
        </p>
        {collection !== null && (
          <p className="font-medium">
            {`Es parte del cobro #${collection.companyCollectionId}: se revierte el cobro completo, en todas sus facturas.`}
          </p>
        )}
        <DrawerLine currencies={currencies.data?.data ?? []} isLeaving />
        <ReversalEffects asked={asked} effects={effects} isBack={isBack} onAnswer={setAnswer} />
        <Fields.Text
          name="reason"
          label="Motivo"
          required
          maxLength={200}
          placeholder="Por ejemplo: se registró en otra factura"
        />
        {isByBank && (
          <Fields.Text name="reference" label="Referencia de la devolución" placeholder="Opcional" maxLength={120} />
        )}
      </div>
    </FormDialog>
  )
}
