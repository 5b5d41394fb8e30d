import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { countText } from '../invoices/invoice-texts.ts'
import { SumLine } from '../invoices/sum-line.tsx'
import type { ChangeChoice } from '../taking/change-options.ts'
import { ChangeNote, ChangeRows } from '../taking/change-rows.tsx'
import { type CollectionTotals, sumsText } from './collection-form.ts'
import { nameDebt, type OpenDebt } from './open-invoices.ts'

type Saving = { isSaving: boolean; isLost: boolean; onSave: () => void }

type CollectSummaryProps = {
  account: ClientAccount
  totals: CollectionTotals
  invoices: readonly OpenDebt[]
  onChoose: (choice: ChangeChoice) => void
  /** Left out where the bottom bar has the button. */
  saving?: Saving
}

const receivedText = ({ sent }: CollectionTotals): string =>
  sumsText(sent.map(({ row, currency }) => ({ currency, amount: readAmount(row.total) })))

export function CollectSummary({ account, totals, invoices, onChoose, saving }: CollectSummaryProps) {
  const { allocation, change, changeCurrency, options, chosen, sent } = totals
  const paid = invoices.filter(({ id }) => allocation.parts.some(({ invoiceId }) => invoiceId === id))
  const givenTo = (id: string) =>
    sumsText(
      allocation.parts.flatMap(({ payment, invoiceId, total }) => {
        const currency = sent[payment]?.currency
        return invoiceId === id && currency ? [{ currency, amount: total }] : []
      }),
    )
  return (
    <section aria-label="Resumen">
      <Surface className="p-4">
        <h2 className="mb-1.5 font-semibold text-card">Resumen</h2>
        <SumLine label="Recibido">{receivedText(totals) || '—'}</SumLine>
        {paid.map((debt) => (
          <SumLine
            key={debt.id}
            label={debt.isOwnDebt ? `A ${nameDebt(debt)}` : `A la factura #${debt.companyInvoiceId}`}
          >
            {givenTo(debt.id)}
          </SumLine>
        ))}
        {change > 0 && changeCurrency && (
          <div aria-live="polite">
            <div className="mt-2 flex items-baseline justify-between gap-3 border-line border-t pt-3 pb-2">
              <span className="font-semibold">Vuelto</span>
              <span className="whitespace-nowrap font-[650] text-[26px] tabular-nums leading-8 tracking-[-0.02em]">
                {formatMoney(change, changeCurrency.symbol)}
              </span>
            </div>
            <div className="overflow-clip rounded-md border border-green-line bg-green-soft text-green-text [&_label:first-of-type]:border-t-0">
              <ChangeRows options={options} chosen={chosen} onChoose={onChoose} />
            </div>
            <ChangeNote chosen={chosen} />
            {chosen?.id === 'credit' && (
              <p className="mt-2 text-help text-muted tabular-nums">
                {creditText(account, { id: changeCurrency.id, symbol: changeCurrency.symbol }, change, totals)}
              </p>
            )}
          </div>
        )}
        {saving && (
          <div className="mt-3 grid gap-2">
            <LostNote isLost={saving.isLost} />
            <SaveButton saving={saving} />
            <p className="text-center text-help text-muted">{resultText(totals)}</p>
          </div>
        )}
      </Surface>
    </section>
  )
}

/** `Paga 3 facturas y abona a 1 factura en un cobro`. */
function resultText({ allocation }: CollectionTotals): string {
  const paid = allocation.invoices.filter(({ amount, pendingTotal }) => amount > 0 && pendingTotal === 0).length
  const part = allocation.invoices.filter(({ amount, pendingTotal }) => amount > 0 && pendingTotal > 0).length
  const texts = [
    ...(paid > 0 ? [`Paga ${countText(paid, 'factura', 'facturas')}`] : []),
    ...(part > 0 ? [`${paid > 0 ? 'abona' : 'Abona'} a ${countText(part, 'factura', 'facturas')}`] : []),
  ]
  return texts.length === 0 ? '' : `${texts.join(' y ')} en un cobro`
}

/** Subtracts what these payments use and adds the rest that they leave. */
function creditText(
  { credit }: ClientAccount,
  { id, symbol }: { id: string; symbol: string },
  change: number,
  { sent }: CollectionTotals,
): string {
  const before = credit.find(({ currencyId }) => currencyId === id)?.amount ?? 0
  const used = sent.filter(({ row, currency }) => row.method === 'credit' && currency.id === id)
  const amounts = [before, change, ...used.map(({ row }) => -readAmount(row.total))]
  const after = toWire(sum(amounts.map((amount) => exact(amount))))
  return `Saldo a favor: de ${formatMoney(before, symbol)} pasa a ${formatMoney(after, symbol)}`
}

const LostNote = ({ isLost }: { isLost: boolean }) =>
  isLost && <Note tone="yellow">No se sabe si el cobro se registró. Reintentar no lo registra dos veces.</Note>

const SaveButton = ({ saving: { isSaving, isLost, onSave } }: { saving: Saving }) => (
  <Button
    variant="primary"
    busy={isSaving}
    busyLabel="Cobrando..."
    className="min-h-11 w-full font-semibold text-card"
    onClick={onSave}
  >
    {isLost ? 'Reintentar' : 'Cobrar'}
  </Button>
)

export function CollectBar({ totals, saving }: { totals: CollectionTotals; saving: Saving }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-(--gutter) grid gap-2 border-line border-t bg-surface px-(--gutter) py-2">
      <LostNote isLost={saving.isLost} />
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-help text-muted">
          <b className="block font-semibold text-card text-fg tabular-nums">{receivedText(totals) || '—'}</b>
          {resultText(totals)}
        </p>
        <div className="w-36 shrink-0">
          <SaveButton saving={saving} />
        </div>
      </div>
    </div>
  )
}
