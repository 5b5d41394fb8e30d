import type { Invoice } from '@casillero/shared/contract/invoices'
import { computeFreight } from '@casillero/shared/domain/invoice-totals'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { SumLine } from './sum-line.tsx'

export function InvoiceMoney({ invoice }: { invoice: Invoice }) {
  const { currency } = invoice
  const change = invoice.changeTotal
  const isPaid = invoice.status === 'paid'
  const money = (amount: number) => formatMoney(amount, currency.symbol)
  const isLive = invoice.status !== 'cancelled'
  const percent = invoice.generalDiscountType === 'percentage' ? ` (${invoice.generalDiscountValue}%)` : ''
  return (
    <section aria-label="Totales" className="break-inside-avoid">
      {invoice.charges.some(({ isWaived }) => !isWaived) && (
        <>
          <SumLine label="Flete">{money(computeFreight(invoice))}</SumLine>
          {invoice.chargesTotal > 0 && <SumLine label="Cargos">{money(invoice.chargesTotal)}</SumLine>}
          {invoice.advancesTotal > 0 && (
            <SumLine label="Impuestos por su cuenta">{money(invoice.advancesTotal)}</SumLine>
          )}
        </>
      )}
      <SumLine label="Subtotal">{money(invoice.subtotal)}</SumLine>
      {invoice.shipments.length > 0 && <SumLine label="Envío">{money(invoice.shippingTotal)}</SumLine>}
      {invoice.discountTotal > 0 && (
        <SumLine label={`Descuento${percent}`}>{`−${money(invoice.discountTotal)}`}</SumLine>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-3 border-line border-t pt-3 pb-1">
        <span className="font-semibold">
          Total <span className="font-normal text-muted">{currency.code}</span>
        </span>
        <span className="whitespace-nowrap font-[650] text-[22px] tabular-nums leading-8 tracking-[-0.02em]">
          {money(invoice.totalAmount)}
        </span>
      </div>
      {invoice.payments.length > 0 && <SumLine label="Pagado">{money(invoice.paidTotal)}</SumLine>}
      {isLive && !isPaid && (
        <p className="flex justify-between gap-3 py-1 font-medium text-yellow-text">
          <span>Saldo Pendiente</span>
          <span className="whitespace-nowrap font-semibold tabular-nums">{money(invoice.pendingTotal)}</span>
        </p>
      )}
      {isLive && isPaid && <p className="py-1 font-medium text-green-text">✓ Totalmente Pagado</p>}
      {isLive && change > 0 && <SumLine label="Vuelto">{money(change)}</SumLine>}
      {isLive && change > 0 && <ChangeParts invoice={invoice} />}
    </section>
  )
}

/** Cash as it left the drawer, what the smallest coin left of it, and credit. */
function ChangeParts({ invoice: { change } }: { invoice: Invoice }) {
  const cash = change.filter(({ kind }) => kind === 'cash')
  const credit = change.filter(({ kind }) => kind === 'credit')
  const rounded = cash.filter(({ rounding }) => rounding !== 0)
  return (
    <div className="text-help text-muted">
      {cash.length > 0 && (
        <SumLine label="Vuelto entregado">
          {cash.map(({ handed, currency }) => formatMoney(handed, currency.symbol)).join(' + ')}
        </SumLine>
      )}
      {rounded.length > 0 && (
        <SumLine label="Redondeo">
          {rounded.map(({ rounding, currency }) => formatMoney(rounding, currency.symbol)).join(' + ')}
        </SumLine>
      )}
      {credit.length > 0 && (
        <SumLine label="A saldo a favor">
          {credit.map(({ amount, currency }) => formatMoney(amount, currency.symbol)).join(' + ')}
        </SumLine>
      )}
    </div>
  )
}
