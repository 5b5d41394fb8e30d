import type { Consignment } from '@casillero/shared/contract/consignments'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getConsignment } from './consignment-view.ts'
import { lockConsignment, requireReceived } from './hold-consignment.ts'
import { keepWeights } from './send-consignment.ts'

/** Lines of missing packages stay open, because those have yet to be weighed. */
const keepWeighed = (db: Db, id: string, isForGood: boolean) =>
  db
    .updateTable('consignment_packages')
    .set({ is_weighed_for_good: isForGood })
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .$if(isForGood, (rows) => rows.where('seen_at', 'is not', null))
    .execute()

/** Missing packages may remain. docs/product/shipments.md, "Closing". */
export async function closeConsignment(db: Db, id: string, session: Session): Promise<Consignment> {
  requireReceived(await lockConsignment(db, id))
  await keepWeighed(db, id, true)
  // Keeps the weights of packages that left without one, so that later edits change no closed consignment.
  await keepWeights(db, id, sql`l.seen_at is null and l.sent_weight is null`)
  await db
    .updateTable('consignments')
    .set({ state: 'closed', closed_by: session.userId, closed_at: sql`app_now()` })
    .where('id', '=', id)
    .execute()
  return await getConsignment(db, id)
}

/** docs/product/shipments.md, "Closing". */
export async function reopenConsignment(db: Db, id: string, reason: string, session: Session): Promise<Consignment> {
  const { state, number } = await lockConsignment(db, id)
  if (state !== 'closed') throw new AppError('shipment_not_closed', { values: { number } })
  await keepWeighed(db, id, false)
  await db
    .updateTable('consignments')
    .set({
      state: 'received',
      closed_by: null,
      closed_at: null,
      reopened_by: session.userId,
      reopened_at: sql`app_now()`,
      reopen_reason: reason,
    })
    .where('id', '=', id)
    .execute()
  return await getConsignment(db, id)
}
