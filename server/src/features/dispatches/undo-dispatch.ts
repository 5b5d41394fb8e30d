import type { Dispatch } from '@casillero/shared/contract/dispatches'
import { sql } from 'kysely'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { restorePackages } from '../packages/status/undo-status.ts'
import { getDispatch } from './dispatch-view.ts'

const lockDispatch = (db: Db, id: string) =>
  db
    .selectFrom('dispatches')
    .select(['company_dispatch_id as number', 'bulk_change_id as changeId', 'undone_at as undoneAt'])
    .select(sql<boolean>`created_at < app_now() - interval '1 day'`.as('isOld'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** docs/product/dispatches.md, "Undoing a dispatch". */
export async function undoDispatch(db: Db, id: string, session: Session): Promise<Dispatch> {
  const dispatch = await lockDispatch(db, id)
  if (!dispatch) throw new AppError('not_found')
  if (dispatch.undoneAt !== null) throw new AppError('dispatch_undone', { values: { number: dispatch.number } })
  if (dispatch.isOld && session.userType !== 'admin') throw new AppError('forbidden')
  const own = db.selectFrom('dispatch_shipments').select('shipment_id').where('dispatch_id', '=', id)
  await db
    .selectFrom('invoices')
    .select('id')
    .where('id', 'in', db.selectFrom('invoice_shipments').select('invoice_id').where('id', 'in', own))
    .orderBy('id')
    .forShare()
    .execute()
  if (dispatch.changeId !== null)
    await restorePackages(db, dispatch.changeId, session, `Se deshizo el despacho #${dispatch.number}`)
  await sql`
    update invoice_shipments s set date_shipped = null, status = case v.status when 'paid' then 'paid' else 'pending_payment' end
    from invoices v where v.id = s.invoice_id and s.id in (${own})`.execute(db)
  await db.updateTable('dispatch_shipments').set({ undone_at: sql`app_now()` }).where('dispatch_id', '=', id).execute()
  await db
    .updateTable('dispatches')
    .set({ undone_at: sql`app_now()`, undone_by: session.userId })
    .where('id', '=', id)
    .execute()
  await decrementCount(db, 'dispatch')
  return await getDispatch(db, id)
}
