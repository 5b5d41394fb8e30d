import { sql } from 'kysely'
import { anyOf } from '../../platform/any-of.ts'
import type { Db, Session } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { holdStatus } from '../statuses/queries.ts'
import { recordStatusChange } from './record-status-change.ts'

/** Rows are locked in id order, so that two clerks with overlapping selections wait instead of deadlocking. */
function lockPackages(db: Db, ids: string[]) {
  return db
    .with('locked', (rows) =>
      rows
        .selectFrom('packages')
        .select(['id', 'status_id'])
        .where('id', '=', anyOf(ids))
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forUpdate(),
    )
    .selectFrom('locked')
    .leftJoin('statuses as s', 's.id', 'locked.status_id')
    .select(['locked.id', 's.id as statusId', 's.name as statusName'])
    .execute()
}

/**
 * Moves packages to a status, all or none; invoiced ones too, they have yet to be handed over (product, "Packages").
 * Throws `not_found` when one is not a living package of the company.
 */
export async function changeStatus(
  db: Db,
  change: { packageIds: string[]; statusId: string },
  { userName }: Session,
): Promise<{ updated: number }> {
  const ids = [...new Set(change.packageIds)]
  const packages = await lockPackages(db, ids)
  if (packages.length !== ids.length) throw new AppError('not_found')
  const status = await holdStatus(db, change.statusId)
  const moving = packages.filter(({ statusId }) => statusId !== status.id)
  if (moving.length > 0) {
    await db
      .updateTable('packages')
      .set({ status_id: status.id, updated_at: sql`app_now()` })
      .where('id', '=', anyOf(moving.map(({ id }) => id)))
      .execute()
    await recordStatusChange(db, {
      packages: moving.map(({ id, statusId, statusName }) => ({
        id,
        from: statusId === null || statusName === null ? null : { id: statusId, name: statusName },
      })),
      to: status,
      userName,
      comment: null,
      isTold: true,
    })
  }
  return { updated: ids.length }
}
