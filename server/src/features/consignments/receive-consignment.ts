import type { Consignment } from '@casillero/shared/contract/consignments'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { noteChange } from './consign-packages.ts'
import { getConsignment } from './consignment-view.ts'
import { lockConsignment, requireArrived, requireReceivable } from './hold-consignment.ts'
import { holdTarget, moveConsigned } from './move-consigned.ts'
import { readToday } from './send-consignment.ts'

const listSeen = (db: Db, id: string) =>
  db
    .selectFrom('consignment_packages')
    .select('package_id as id')
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .where('seen_at', 'is not', null)
    .execute()

/** A repeated call moves newly seen packages to the next status. docs/product/shipments.md, "Finishing an arrival". */
export async function receiveConsignment(
  db: Db,
  id: string,
  statusId: string | null,
  session: Session,
): Promise<Consignment> {
  const consignment = await lockConsignment(db, id)
  requireReceivable(consignment)
  const { receiveStatusId, arrivedAt } = await getConsignment(db, id)
  const to = await holdTarget(db, statusId, receiveStatusId)
  const seen = await listSeen(db, id)
  await moveConsigned(
    db,
    seen.map((one) => one.id),
    { to, comment: `Llegada del embarque #${consignment.number}`, session },
  )
  await db
    .updateTable('consignments')
    .set({
      state: 'received',
      received_status_id: to.id,
      received_by: session.userId,
      received_at: sql`coalesce(received_at, app_now())`,
      arrived_on: arrivedAt ?? (await readToday(db)),
    })
    .where('id', '=', id)
    .execute()
  return await getConsignment(db, id)
}

/** Works after the closing too. docs/product/shipments.md, "Missing packages". */
export async function declareLost(
  db: Db,
  id: string,
  { packageIds, reason }: { packageIds: string[]; reason: string },
): Promise<Consignment> {
  requireArrived(await lockConsignment(db, id))
  const ids = [...new Set(packageIds)]
  const rows = await db
    .selectFrom('consignment_packages as l')
    .innerJoin('packages as p', 'p.id', 'l.package_id')
    .select([
      'p.id',
      'p.company_package_id as number',
      sql<boolean>`l.seen_at is null and l.lost_at is null`.as('isMissing'),
    ])
    .where('l.consignment_id', '=', id)
    .where('l.removed_at', 'is', null)
    .where('p.id', '=', matchAny(ids))
    .execute()
  for (const [index, packageId] of packageIds.entries()) {
    const row = rows.find((each) => each.id === packageId)
    if (!row) throw fieldError('reference_not_found', `packageIds.${index}`)
    if (!row.isMissing) throw new AppError('package_not_missing', { values: { number: row.number } })
  }
  await db
    .updateTable('consignment_packages')
    .set({ lost_by: sql`current_user_id()`, lost_at: sql`app_now()`, lost_reason: reason })
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .where('package_id', '=', matchAny(ids))
    .execute()
  await noteChange(db, id, 'lost', ids)
  return await getConsignment(db, id)
}
