import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { holdStatus } from '../statuses/queries.ts'
import { recordStatusChange } from './record-status-change.ts'

/** Locks packages in id order, so that two clerks with overlapping selections wait instead of deadlocking. */
export function lockPackages(db: Db, ids: string[]) {
  return db
    .with('locked', (rows) =>
      rows
        .selectFrom('packages')
        .select(['id', 'status_id'])
        .where('id', '=', matchAny(ids))
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forUpdate(),
    )
    .selectFrom('locked')
    .leftJoin('statuses as s', 's.id', 'locked.status_id')
    .select(['locked.id', 's.id as statusId', 's.name as statusName'])
    .execute()
}

/** The columns that an undo sets beside the status: the package waits since it came to that status, as if it had never left it. */
export const asBefore = {
  status_since: sql<string>`coalesce(former_status_since, app_now())`,
  updated_at: sql<string>`app_now()`,
}

/** The time in which a change can be undone; its messages wait for as long. */
const undoSeconds = 10

function openUndo(db: Db, statusId: string): Promise<{ id: string }> {
  return db
    .insertInto('bulk_status_changes')
    .values({ to_status_id: statusId, undo_until: sql`app_now() + ${undoSeconds} * interval '1 second'` })
    .returning('id')
    .executeTakeFirstOrThrow()
}

type Change = { packageIds: string[]; statusId: string; comment?: string | null; undoable?: boolean }

/**
 * Moves packages to a status, all or none. Invoiced packages move too, because they have yet to be handed over.
 * Throws `not_found` when one of them does not exist or is deleted.
 * docs/product/packages.md, "Moving packages".
 */
export async function changeStatus(
  db: Db,
  change: Change,
  { userName }: Session,
): Promise<{ updated: number; changeId?: string }> {
  const ids = [...new Set(change.packageIds)]
  const packages = await lockPackages(db, ids)
  if (packages.length !== ids.length) throw new AppError('not_found')
  const status = await holdStatus(db, change.statusId)
  const moving = packages.filter(({ statusId }) => statusId !== status.id)
  if (moving.length === 0) return { updated: ids.length }
  await db
    .updateTable('packages')
    .set({ status_id: status.id, updated_at: sql`app_now()` })
    .where('id', '=', matchAny(moving.map(({ id }) => id)))
    .execute()
  const undo = change.undoable ? await openUndo(db, status.id) : undefined
  await recordStatusChange(db, {
    packages: moving.map(({ id, statusId, statusName }) => ({
      id,
      from: statusId === null || statusName === null ? null : { id: statusId, name: statusName },
    })),
    to: status,
    userName,
    comment: change.comment ?? null,
    isNotified: true,
    undo: undo && { id: undo.id, seconds: undoSeconds },
  })
  return { updated: ids.length, ...(undo ? { changeId: undo.id } : {}) }
}
