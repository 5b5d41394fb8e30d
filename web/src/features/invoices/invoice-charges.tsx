import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatChargeBasis, formatWaiver } from '@casillero/shared/domain/charge-text'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { cx } from '../../ui/class-names.ts'

type InvoiceChargesProps = { invoice: Invoice; packageId: string | null; className?: string }

/** Waived ones are struck through, and stay off paper. */
export function InvoiceCharges({ invoice, packageId, className }: InvoiceChargesProps) {
  const charges = invoice.charges.filter((charge) => charge.packageId === packageId)
  if (charges.length === 0) return null
  return (
    <ul aria-label="Cargos" className={className}>
      {charges.map((charge) => {
        const { id, name, currency, unitPrice, quantity, total, fullTotal, isWaived, waiverReason } = charge
        const price =
          quantity === 1 && currency.symbol === invoice.currency.symbol ? '' : formatMoney(unitPrice, currency.symbol)
        return (
          <li key={id} className={cx('flex gap-3 text-label', isWaived && 'text-muted print:hidden')}>
            <span className="min-w-0 flex-1 break-words">
              <span className={cx('font-medium', isWaived && 'line-through')}>{name}</span>
              <span className="ml-2 text-muted">{[formatChargeBasis(charge), price].filter(Boolean).join(' · ')}</span>
              {(isWaived || fullTotal !== null) && (
                <span className="ml-2 text-muted print:hidden">
                  {formatWaiver({ fullTotal, reason: waiverReason }, invoice.currency.symbol)}
                </span>
              )}
            </span>
            <span className={cx('whitespace-nowrap tabular-nums', isWaived && 'line-through')}>
              {formatMoney(total, invoice.currency.symbol)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
