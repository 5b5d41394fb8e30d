import type { Consignment } from '@casillero/shared/contract/consignments'
import { businessDate } from '@casillero/shared/domain/business-date'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getConsignment } from './consignment-view.ts'
import { lockConsignment, requireOpen } from './hold-consignment.ts'
import { holdTarget, moveConsigned } from './move-consigned.ts'

/** A package of an open consignment cannot be deleted, so all exist. */
const listIds = (db: Db, id: string) =>
  db
    .selectFrom('consignment_packages')
    .select('package_id as id')
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .execute()

/**
 * Keeps the weights of all rows or of those named. The sub-select finds each package by its id; a join of two long lists would compare each
 * row with each.
 */
export const keepWeights = (db: Db, id: string, rows = sql`true`) =>
  sql`update consignment_packages l set sent_weight = (select p.weight from packages p where p.id = l.package_id)
      where l.consignment_id = ${id} and l.removed_at is null and ${rows}`.execute(db)

/** Uses the database's clock. */
export async function readToday(db: Db): Promise<string> {
  const { rows } = await sql<{ now: Date | string }>`select app_now() as now`.execute(db)
  return businessDate(new Date(rows[0]?.now ?? Number.NaN))
}

/** docs/product/shipments.md, "Sending". */
export async function sendConsignment(
  db: Db,
  id: string,
  statusId: string | null,
  session: Session,
): Promise<Consignment> {
  const consignment = await lockConsignment(db, id)
  requireOpen(consignment)
  const { number } = consignment
  const packageIds = (await listIds(db, id)).map((one) => one.id)
  if (packageIds.length === 0) throw new AppError('shipment_empty', { values: { number } })
  const { sendStatusId } = await getConsignment(db, id)
  const to = await holdTarget(db, statusId, sendStatusId)
  await moveConsigned(db, packageIds, { to, comment: `Embarque #${number}`, session })
  await keepWeights(db, id)
  await db
    .updateTable('consignments')
    .set({
      state: 'in_transit',
      sent_status_id: to.id,
      sent_by: session.userId,
      sent_at: sql`app_now()`,
      departs_on: consignment.departsOn ?? (await readToday(db)),
    })
    .where('id', '=', id)
    .execute()
  return await getConsignment(db, id)
}
