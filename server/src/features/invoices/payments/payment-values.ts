import type { PaymentDraft } from '@casillero/shared/contract/payments'

export type CurrencyNow = {
  id: string
  code: string
  name: string
  symbol: string
  rateCompra: number
  rateVenta: number
}

/** A copy of the currency, which later edits do not change. */
export const currencySnapshotValues = (currency: CurrencyNow) => ({
  currency_id: currency.id,
  currency_code: currency.code,
  currency_name: currency.name,
  currency_symbol: currency.symbol,
  rate_compra: currency.rateCompra,
  rate_venta: currency.rateVenta,
})

export const paymentValues = (
  invoiceId: string,
  draft: PaymentDraft,
  currency: CurrencyNow,
  convertedTotal: number,
  { cashSessionId, tenderId }: { cashSessionId: string | null; tenderId: string },
) => ({
  invoice_id: invoiceId,
  tender: tenderId,
  method: draft.method,
  reference: draft.reference,
  total: draft.total,
  ...currencySnapshotValues(currency),
  converted_total: convertedTotal,
  cash_session_id: cashSessionId,
})
