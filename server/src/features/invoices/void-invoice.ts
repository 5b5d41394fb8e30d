import { paidOf } from '@casillero/shared/domain/invoice-totals'
import { sql } from 'kysely'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockInvoice } from './queries.ts'
import { livePaymentsOf } from './reversal-rows.ts'
import { type LockedInvoice, takeBack } from './take-back.ts'

type Locked = Awaited<ReturnType<typeof lockInvoice>>

/** What was paid of a voided invoice, less its change, stays the client's: as credit in the invoice's currency. */
async function creditWhatWasPaid(db: Db, id: string, invoice: Locked): Promise<void> {
  const amount = paidOf(invoice)
  if (amount === 0) return
  await db
    .insertInto('client_credits')
    .values({
      client_id: invoice.clientId,
      kind: 'void',
      currency_id: invoice.currencyId,
      currency_code: invoice.code,
      currency_name: invoice.name,
      currency_symbol: invoice.symbol,
      amount,
      invoice_id: id,
    })
    .execute()
}

/** What becomes of what was paid: kept as the client's credit, or given back, with the bank's name for it and the session. */
export type Refund = {
  refund?: 'credit' | 'cash' | undefined
  reference?: string | undefined
  cashSessionId?: string | undefined
}

async function giveBack(db: Db, invoice: LockedInvoice, { reference, cashSessionId }: Refund, caller: Session) {
  const payments = await livePaymentsOf(db, invoice.id)
  if (payments.some(({ isPart }) => isPart)) throw new AppError('void_of_collection')
  const how = { reason: 'Factura anulada', reference: reference || null, cashSessionId: cashSessionId ?? null }
  const ids = payments.map(({ id }) => id)
  if (ids.length > 0) await takeBack(db, invoice, ids, how, caller)
}

/**
 * Voids an invoice: number, amounts and who did it are kept, its packages can be invoiced again, and what was paid becomes the
 * client's credit, or is given back. Throws `invoice_already_voided` and what `takeBack` throws.
 * docs/product/invoices.md, "Voiding".
 */
export async function voidInvoice(db: Db, id: string, caller: Session, how: Refund = {}): Promise<null> {
  const { userId } = caller
  const invoice = await lockInvoice(db, id)
  if (invoice.status === 'cancelled') {
    throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
  }
  const isGivenBack = how.refund === 'cash'
  if (isGivenBack) await giveBack(db, { ...invoice, id }, how, caller)
  await db
    .updateTable('invoices')
    .set({ status: 'cancelled', voided_at: sql`app_now()`, voided_by: userId })
    .where('id', '=', id)
    .execute()
  await db.updateTable('invoice_items').set({ voided_at: sql`app_now()` }).where('invoice_id', '=', id).execute()
  if (!isGivenBack) await creditWhatWasPaid(db, id, invoice)
  await decrementCount(db, 'invoice')
  return null
}
