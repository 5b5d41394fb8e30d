import type { VoidPreview } from '@casillero/shared/contract/voids'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockClientMoney } from '../../clients/queries.ts'
import { lockInvoice } from '../queries.ts'
import type { LockedInvoice } from './plan-reversal.ts'

export async function lockLiveInvoice(db: Db, id: string): Promise<LockedInvoice> {
  const found = await db.selectFrom('invoices').select('client_id as clientId').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  await lockClientMoney(db, found.clientId)
  const invoice = await lockInvoice(db, id)
  if (invoice.status === 'cancelled') {
    throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
  }
  return { ...invoice, id }
}

export const findDispatch = (db: Db, invoiceId: string): Promise<NonNullable<VoidPreview['dispatch']> | undefined> =>
  db
    .selectFrom('invoice_shipments as s')
    .innerJoin('dispatch_shipments as l', (join) =>
      join.onRef('l.shipment_id', '=', 's.id').on('l.undone_at', 'is', null),
    )
    .innerJoin('dispatches as d', 'd.id', 'l.dispatch_id')
    .select(['d.id', 'd.company_dispatch_id as companyDispatchId', 'd.carrier'])
    .where('s.invoice_id', '=', invoiceId)
    .executeTakeFirst()

/** Voided, its packages would be far away without an invoice. */
export async function refuseDispatched(db: Db, { id, companyInvoiceId: number }: LockedInvoice): Promise<void> {
  const found = await findDispatch(db, id)
  if (found) throw new AppError('invoice_dispatched', { values: { number, dispatch: found.companyDispatchId } })
}
