import type { Balance } from '@casillero/shared/domain/invoice-totals'
import type { Db } from '../../../platform/database/database.ts'

/** Marks the invoice and its shipment as paid or pending. */
export async function writeBalance(db: Db, id: string, after: Balance): Promise<void> {
  await Promise.all([
    db
      .updateTable('invoices')
      .set({
        paid_total: after.paidTotal,
        given_total: after.givenTotal,
        pending_total: after.pendingTotal,
        status: after.isPaid ? 'paid' : 'pending',
      })
      .where('id', '=', id)
      .execute(),
    db
      .updateTable('invoice_shipments')
      .set({ status: after.isPaid ? 'paid' : 'pending_payment' })
      .where('invoice_id', '=', id)
      .where('status', '=', after.isPaid ? 'pending_payment' : 'paid')
      .execute(),
  ])
}
