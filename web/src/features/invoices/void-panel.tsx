import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import type { VoidPreview } from '@casillero/shared/contract/voids'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmPanel } from '../../crud/confirm-panel.tsx'
import { call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { ChoiceRows } from '../../ui/forms/choice-rows.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { AmountsLarge } from '../taking/change-large.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { formatClient } from './invoice-columns.tsx'

type Money = VoidPreview['cash'][number]

/** `US$103.00 + C$13.00`. */
export const formatSum = (amounts: readonly Money[], between = ' + '): string =>
  amounts.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(between)

/** Tells what becomes credit. */
export const describeKept = ({ credit }: VoidPreview): string =>
  credit.length > 0 ? `${formatSum(credit, ' y ')} quedan a favor del cliente` : 'No queda nada a favor del cliente'

export function describeHandovers({ handovers }: VoidPreview): string {
  const numbers = handovers.map(({ companyHandoverId }) => `#${companyHandoverId}`).join(', ')
  return handovers.length === 1
    ? `Sus paquetes ya se entregaron en la entrega ${numbers}.`
    : `Sus paquetes ya se entregaron en las entregas ${numbers}.`
}

export function describeUndo({ handovers }: VoidPreview): string {
  const others = handovers.reduce((sum, { otherCount }) => sum + otherCount, 0)
  const back = 'Los paquetes vuelven a donde estaban'
  if (others === 0) return back
  return `${back}, también ${others === 1 ? '1 que no es' : `${others} que no son`} de esta factura`
}

/** Lists what goes back through the bank and to the credit. */
export const listOtherWays = ({ bank, usedCredit }: VoidPreview): string[] => [
  ...bank.map(({ method, ...money }) => `${paymentMethodNames[method]}: ${formatSum([money])}`),
  ...(usedCredit.length > 0 ? [`Vuelve al saldo a favor: ${formatSum(usedCredit)}`] : []),
]

type Refund = 'credit' | 'cash'
type Handed = 'stay' | 'undo'

const texts = {
  confirm: 'Anular Factura',
  confirming: 'Anulando...',
  done: 'Factura eliminada exitosamente',
  failed: 'Error al eliminar la factura',
}

/** docs/product/invoices.md, "Voiding". */
export function VoidPanel({ invoice, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const [refund, setRefund] = useState<Refund>('credit')
  const [handed, setHanded] = useState<Handed>('stay')
  const [reference, setReference] = useState('')
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id
  const preview = useQuery(read('GET /api/invoices/:id/void', { params: { id: invoice.id } }))
  const effects = preview.data?.data
  const [key] = useState(newIdempotencyKey)
  const run = () =>
    call('DELETE /api/invoices/:id', {
      params: { id: invoice.id },
      headers: { 'Idempotency-Key': `${key}-${refund}-${handed}` },
      query: {
        ...(refund === 'cash' ? { refund, reference, ...(cashSessionId ? { cashSessionId } : {}) } : {}),
        ...(handed === 'undo' ? { undoHandovers: 'true' } : {}),
      },
    })
  return (
    <ConfirmPanel title={`¿Anular la factura #${invoice.companyInvoiceId}?`} texts={texts} run={run} onClose={onClose}>
      Se anulará la factura <b className="font-semibold">{`#${invoice.companyInvoiceId}`}</b> de{' '}
      <b className="font-semibold">{formatClient(invoice)}</b> por{' '}
      <span className="whitespace-nowrap">{formatMoney(invoice.totalAmount, invoice.currency.symbol)}</span>. Conserva
      su número y sus paquetes se podrán facturar de nuevo.
      {preview.isError && (
        <ErrorState title={describeError(preview.error, texts.failed)} onRetry={() => void preview.refetch()} />
      )}
      {preview.isPending && <SkeletonRows rows={2} height={44} label="Calculando..." />}
      {effects && <HandedRows effects={effects} handed={handed} onChoose={setHanded} />}
      {effects && invoice.paidTotal > 0 && <RefundRows effects={effects} refund={refund} onChoose={setRefund} />}
      {effects && refund === 'cash' && (
        <GivingBack effects={effects} reference={reference} onReference={setReference} />
      )}
    </ConfirmPanel>
  )
}

type HandedRowsProps = { effects: VoidPreview; handed: Handed; onChoose: (handed: Handed) => void }

/** Offers to undo the hand-overs too, if the user may. */
function HandedRows({ effects, handed, onChoose }: HandedRowsProps) {
  const mayUndo = useMay()('handovers.undo')
  const { handovers, dispatch } = effects
  if (dispatch !== null) {
    return (
      <Note tone="yellow" className="mt-3">
        {'Ya se envió en el '}
        <Link to={`/envios/despachos/${dispatch.id}`} className="font-medium underline underline-offset-2">
          {`despacho #${dispatch.companyDispatchId}`}
        </Link>
        {` · ${dispatch.carrier}. Deshágalo antes de anular la factura.`}
      </Note>
    )
  }
  if (handovers.length === 0) return null
  const stays = 'Quedan en Facturar, “Entregados sin factura”, para facturarlos de nuevo'
  return (
    <>
      <Note tone="yellow" className="mt-3">
        {describeHandovers(effects)}
        {!mayUndo && ` ${stays}.`}
      </Note>
      {mayUndo && (
        <ChoiceRows
          legend="¿Qué se hace con los paquetes?"
          rows={[
            { id: 'stay', label: 'Siguen entregados', says: stays },
            {
              id: 'undo',
              label: handovers.length === 1 ? 'Deshacer también la entrega' : 'Deshacer también las entregas',
              says: describeUndo(effects),
            },
          ]}
          chosen={handed}
          onChoose={onChoose}
        />
      )}
    </>
  )
}

type RefundRowsProps = { effects: VoidPreview; refund: Refund; onChoose: (refund: Refund) => void }

const RefundRows = ({ effects, refund, onChoose }: RefundRowsProps) => (
  <ChoiceRows
    legend="¿Qué se hace con lo pagado?"
    rows={[
      { id: 'credit', label: 'Saldo a favor', says: describeKept(effects) },
      {
        id: 'cash',
        label: 'Devolver',
        says: effects.isOfCollection
          ? 'Tiene pagos de un cobro: revierta antes el cobro completo'
          : 'Se devuelve cada pago por el mismo medio, menos el vuelto entregado',
        isDisabled: effects.isOfCollection,
      },
    ]}
    chosen={refund}
    onChoose={onChoose}
  />
)

type GivingBackProps = { effects: VoidPreview; reference: string; onReference: (reference: string) => void }

/** Shows the cash in large letters; `reference` is the bank's reference of the refund. */
function GivingBack({ effects, reference, onReference }: GivingBackProps) {
  const currencies = useQuery(read('GET /api/currencies/active'))
  const { cash, bank } = effects
  return (
    <div className="mt-3 grid gap-3">
      {cash.length > 0 && (
        <>
          <AmountsLarge rows={[{ label: 'Devuelva', amount: formatSum(cash) }]} />
          <DrawerLine currencies={currencies.data?.data ?? []} isLeaving />
        </>
      )}
      {listOtherWays(effects).map((line) => (
        <p key={line} className="tabular-nums">
          {line}
        </p>
      ))}
      {bank.length > 0 && (
        <Field label="Referencia de la devolución" help="De lo que devuelve el banco">
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
      )}
    </div>
  )
}
