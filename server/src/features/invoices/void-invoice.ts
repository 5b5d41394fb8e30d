import { sql } from 'kysely'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockInvoice } from './queries.ts'

/**
 * Voids an invoice: its number, amounts and the voiding user stay, its packages can be invoiced again. Throws
 * `invoice_already_voided`.
 * docs/product/invoices.md, "Voiding".
 */
export async function voidInvoice(db: Db, id: string, { userId }: Session): Promise<null> {
  const invoice = await lockInvoice(db, id)
  if (invoice.status === 'cancelled') {
    throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
  }
  await db
    .updateTable('invoices')
    .set({ status: 'cancelled', voided_at: sql`app_now()`, voided_by: userId })
    .where('id', '=', id)
    .execute()
  await db.updateTable('invoice_items').set({ voided_at: sql`app_now()` }).where('invoice_id', '=', id).execute()
  await decrementCount(db, 'invoice')
  return null
}
