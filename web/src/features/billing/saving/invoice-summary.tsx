import { computeFreight } from '@casillero/shared/domain/invoice-totals'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { useEffect, useRef, useState } from 'react'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { readAmount } from '../../../ui/forms/decimal-text.ts'
import { useHasLargeTargets } from '../../../ui/layout/media.ts'
import { Surface } from '../../../ui/layout/surface.tsx'
import { SumLine } from '../../invoices/sum-line.tsx'
import type { ChangeChoice } from '../../taking/change-options.ts'
import { ChangeNote, ChangeRows } from '../../taking/change-rows.tsx'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import type { InvoiceForm } from '../form/invoice-form-state.ts'
import type { FormTotals } from '../form/invoice-form-totals.ts'
import { type ChargeRow, isTakenOff } from '../items/charge-rows.ts'
import { SaveButton, type SaveButtonProps, SaveNotice } from './save-button.tsx'
import { chooseUnpaid, useUnpaidChoice } from './unpaid-choice.ts'

type InvoiceSummaryProps = {
  form: InvoiceForm
  totals: FormTotals | undefined
  dispatch: Dispatch
  saving?: SaveButtonProps
}

export function InvoiceSummary({ form, totals, dispatch, saving }: InvoiceSummaryProps) {
  const count = totals?.rows.length ?? 0
  const money = (amount: number) => (totals === undefined ? '—' : formatMoney(amount, totals.currency.symbol))
  const hasPayments = count > 0 && (totals?.paidTotal ?? 0) > 0
  return (
    <section aria-label="Resumen">
      <Surface className="p-4">
        <h2 className="mb-1.5 font-semibold text-card">Resumen</h2>
        <Sums form={form} totals={totals} money={money} />
        <TakenCharge totals={totals} money={money} />
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3 border-line border-t pt-2.5 pb-2">
          <span className="font-semibold">
            Total <span className="font-normal text-muted">{totals?.currency.code}</span>
          </span>
          <span aria-live="polite" className="ml-auto whitespace-nowrap font-[650] text-total tabular-nums">
            {money(totals?.totalAmount ?? 0)}
          </span>
        </div>
        {hasPayments && (
          <div className="border-line border-t pt-2 pb-1">
            <SumLine label="Pagos">{money(totals?.paidTotal ?? 0)}</SumLine>
          </div>
        )}
        {totals !== undefined && count > 0 && (
          <Balance totals={totals} onChoose={(choice) => dispatch({ type: 'changeChosen', choice })} />
        )}
        {totals !== undefined && count > 0 && !totals.isPaid && totals.paidTotal === 0 && <UnpaidChoice />}
        {saving && (
          <div className="mt-3">
            <SaveButton {...saving} />
            {/* Below the button, which must not move while the user reaches for it. */}
            {form.notice !== 'none' && (
              <div className="mt-2.5">
                <SaveNotice notice={form.notice} />
              </div>
            )}
            {count > 0 && totals !== undefined && form.notice === 'none' && (
              <p className="mt-2.5 text-center text-help text-muted">
                {`Se creará como ${totals.isPaid ? 'Pagada' : 'Pendiente'}`}
              </p>
            )}
          </div>
        )}
      </Surface>
    </section>
  )
}

type TakenChargeProps = { totals: FormTotals | undefined; money: (amount: number) => string }

/** Announces a charge that was taken off a package of the invoice, or off the invoice. */
function TakenCharge({ totals, money }: TakenChargeProps) {
  const before = useRef<readonly ChargeRow[]>([])
  const [text, setText] = useState('')
  useEffect(() => {
    const counted = totals?.sentCharges.filter((row) => !isTakenOff(row)) ?? []
    const isBilled = ({ packageId }: ChargeRow) =>
      totals?.rows.some(({ row }) => packageId === null || row.id === packageId) ?? false
    const gone = before.current.find((row) => isBilled(row) && !counted.some(({ key }) => key === row.key))
    before.current = counted
    if (gone) setText(`${gone.charge.name} quitado, total ${money(totals?.totalAmount ?? 0)}`)
  }, [totals, money])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

type SumsProps = Pick<InvoiceSummaryProps, 'form' | 'totals'> & { money: (amount: number) => string }

function Sums({ form, totals, money }: SumsProps) {
  const count = totals?.rows.length ?? 0
  const percentage = form.generalDiscount.type === 'percentage' ? readAmount(form.generalDiscount.value) : 0
  return (
    <>
      <SumLine label="Paquetes">{count === 0 ? '0' : `${count} · ${formatWeight(totals?.weight ?? 0)}`}</SumLine>
      {totals !== undefined && totals.charges.length > 0 && (
        <>
          <SumLine label="Flete">{money(computeFreight(totals))}</SumLine>
          {totals.chargesTotal > 0 && (
            <SumLine label={`Cargos (${countIncome(totals)})`}>{money(totals.chargesTotal)}</SumLine>
          )}
          {totals.advancesTotal > 0 && <SumLine label="Impuestos adelantados">{money(totals.advancesTotal)}</SumLine>}
        </>
      )}
      <SumLine label="Subtotal">{money(totals?.subtotal ?? 0)}</SumLine>
      {form.shipping.isIncluded && <SumLine label="Envío">{money(totals?.shippingTotal ?? 0)}</SumLine>}
      {form.generalDiscount.type !== 'none' && (
        <SumLine label={percentage > 0 ? `Descuento (${percentage}%)` : 'Descuento'}>
          {(totals?.discountTotal ?? 0) > 0 ? `−${money(totals?.discountTotal ?? 0)}` : money(0)}
        </SumLine>
      )}
      {form.generalDiscount.type !== 'none' && (totals?.advancesTotal ?? 0) > 0 && (
        <p className="text-help text-muted">Sin los impuestos adelantados</p>
      )}
    </>
  )
}

const countIncome = ({ sentCharges }: FormTotals): number =>
  sentCharges.filter((row) => !isTakenOff(row) && !row.isAdvance && row.total > 0).length

function UnpaidChoice() {
  const { isUnasked } = useUnpaidChoice()
  const hasLargeTargets = useHasLargeTargets()
  if (hasLargeTargets) return null
  return (
    <Checkbox
      label="No preguntar al facturar sin pago"
      className="mt-1 font-normal text-help text-muted"
      checked={isUnasked}
      onChange={({ target }) => chooseUnpaid(target.checked)}
    />
  )
}

type BalanceProps = { totals: FormTotals; onChoose: (choice: ChangeChoice) => void }

function Balance({ totals, onChoose }: BalanceProps) {
  const money = (amount: number) => formatMoney(amount, totals.currency.symbol)
  if (!totals.isPaid) {
    return (
      <Note tone="yellow" className="mt-1">
        <p aria-live="polite" className="flex flex-wrap justify-between gap-x-3 font-medium">
          <span>Saldo Pendiente</span>
          <span className="whitespace-nowrap font-semibold tabular-nums">{money(totals.pendingTotal)}</span>
        </p>
      </Note>
    )
  }
  return (
    <>
      <div className="mt-1 overflow-clip rounded-md border border-green-line bg-green-soft text-green-text">
        <div aria-live="polite" className="px-3 py-2.5 text-body">
          <p className="font-medium">✓ Totalmente Pagado</p>
          {totals.change > 0 && (
            <p className="mt-0.5 flex flex-wrap justify-between gap-x-3">
              <span>Vuelto</span>
              <span className="whitespace-nowrap font-semibold text-title tabular-nums">{money(totals.change)}</span>
            </p>
          )}
        </div>
        <ChangeRows options={totals.changeOptions} chosen={totals.chosenChange} onChoose={onChoose} />
      </div>
      <ChangeNote chosen={totals.chosenChange} />
    </>
  )
}
