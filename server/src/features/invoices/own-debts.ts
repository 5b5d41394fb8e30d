import type { Shrink } from '@casillero/shared/domain/reversal'
import type { Db } from '../../platform/database/database.ts'
import type { LiveChangeRow } from './reversal-rows.ts'

export type DebtOrigin = { invoiceId: string; collectionId: string | null; clientId: string }

/** docs/product/cash.md, "Reversing a payment". */
export async function insertDebts(
  db: Db,
  { invoiceId, collectionId, clientId }: DebtOrigin,
  changes: readonly LiveChangeRow[],
  uncovered: readonly Shrink[],
): Promise<void> {
  const values = uncovered.flatMap(({ id, amount }) => {
    const part = changes.find((one) => one.id === id)
    // A part that counts less than a cent of its own currency could not be paid.
    if (!part || amount === 0) return []
    return {
      client_id: clientId,
      invoice_id: invoiceId,
      collection_id: collectionId,
      currency_id: part.currencyId,
      currency_code: part.code,
      currency_name: part.name,
      currency_symbol: part.symbol,
      rate_compra: part.rateCompra,
      rate_venta: part.rateVenta,
      amount,
      pending_total: amount,
    }
  })
  if (values.length > 0) await db.insertInto('client_debts').values(values).execute()
}
