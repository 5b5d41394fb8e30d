import { formatMoney } from '@casillero/shared/domain/money-format'
import { countText } from '../invoices/invoice-texts.ts'
import type { FormTotals } from './invoice-form-totals.ts'
import { SaveButton, type SaveButtonProps, SaveNotice } from './save-button.tsx'

type InvoiceBarProps = { totals: FormTotals | undefined; saving: SaveButtonProps }

/** Total, balance and button stay in sight. */
export function InvoiceBar({ totals, saving }: InvoiceBarProps) {
  const money = (amount: number) => (totals === undefined ? '—' : formatMoney(amount, totals.currency.symbol))
  const count = totals?.rows.length ?? 0
  return (
    <section
      aria-label="Total de la factura"
      className="sticky bottom-0 z-10 -mx-(--gutter) mt-auto -mb-8 border-line border-t bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      {saving.notice !== 'none' && (
        <div className="mb-2.5">
          <SaveNotice notice={saving.notice} />
        </div>
      )}
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 leading-tight">
          <p className="text-help text-muted">{`Total · ${countText(count, 'paquete', 'paquetes')}`}</p>
          <p aria-live="polite" className="whitespace-nowrap font-[650] text-h1 tabular-nums leading-6">
            {money(totals?.totalAmount ?? 0)}
          </p>
          {count > 0 && totals !== undefined && (
            <p aria-live="polite" className="font-medium text-[12px] tabular-nums leading-4">
              {totals.isPaid ? (
                <span className="text-green-text">
                  {totals.chosenChange ? `Vuelto ${totals.chosenChange.amounts.join(' + ')}` : '✓ Totalmente Pagado'}
                </span>
              ) : (
                <span className="text-yellow-text">{`Saldo ${money(totals.pendingTotal)}`}</span>
              )}
            </p>
          )}
        </div>
        <div className="shrink-0 [&>button]:min-h-12">
          <SaveButton {...saving} />
        </div>
      </div>
    </section>
  )
}
