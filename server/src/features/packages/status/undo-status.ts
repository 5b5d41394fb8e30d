import { sql } from 'kysely'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { cancelMessages } from '../../messages/notify/notify-status-change.ts'
import { lockPackages } from './change-status.ts'
import { writeMoves } from './write-moves.ts'

function lockChange(db: Db, id: string) {
  return db
    .selectFrom('bulk_status_changes')
    .select(['user_id as userId', 'to_status_id as toStatusId', 'undone_at as undoneAt'])
    .select(sql<boolean>`app_now() > undo_until`.as('isOver'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

const listEntries = (db: Db, changeId: string) =>
  db
    .selectFrom('package_status_changes')
    .select([
      'id',
      'package_id as packageId',
      'from_status_id as fromId',
      'from_name as fromName',
      'to_status_id as toId',
      'to_name as toName',
    ])
    .where('bulk_change_id', '=', changeId)
    .orderBy('id')
    .execute()

/** Finds one that was moved, invoiced or deleted since, or whose former status is deleted. */
function findChanged(db: Db, changeId: string): Promise<{ companyPackageId: number } | undefined> {
  return db
    .selectFrom('package_status_changes as h')
    .innerJoin('packages as p', 'p.id', 'h.package_id')
    .leftJoin('statuses as s', 's.id', 'h.from_status_id')
    .select('p.company_package_id as companyPackageId')
    .where('h.bulk_change_id', '=', changeId)
    .where(sql<boolean>`(
      p.deleted_at is not null or p.status_id is distinct from h.to_status_id or s.deleted_at is not null
      or exists (select from package_status_changes l where l.package_id = h.package_id and l.id > h.id)
      or exists (
        select from invoice_items i join invoices v on v.id = i.invoice_id
        where i.package_id = h.package_id and i.voided_at is null and v.created_at >= h.created_at
      ))`)
    .orderBy('p.company_package_id')
    .limit(1)
    .executeTakeFirst()
}

/** Restores all or none; counts packages, and messages that had left. Throws `undo_of_changed`. */
export async function restorePackages(
  db: Db,
  changeId: string,
  session: Session,
  comment: string,
): Promise<{ restored: number; left: number }> {
  const entries = await listEntries(db, changeId)
  const [first] = entries
  if (!first) return { restored: 0, left: 0 }
  await lockPackages(
    db,
    entries.map(({ packageId }) => packageId),
  )
  const changed = await findChanged(db, changeId)
  if (changed) throw new AppError('undo_of_changed', { values: { number: changed.companyPackageId } })
  const { left } = await cancelMessages(db, first.id)
  const moves = entries.map(({ packageId, fromId, fromName, toId, toName }) => ({
    packageId,
    from: { id: toId ?? '', name: toName ?? '' },
    to: fromId === null ? null : { id: fromId, name: fromName ?? '' },
    comment,
    isBack: true,
  }))
  await writeMoves(db, moves, session)
  return { restored: entries.length, left }
}

/** A second call returns the same answer. docs/product/packages.md, "Undoing a move". */
export async function undoStatus(db: Db, id: string, session: Session): Promise<{ restored: number }> {
  const change = await lockChange(db, id)
  if (!change) throw new AppError('not_found')
  if (change.userId !== session.userId && session.userType !== 'admin') throw new AppError('forbidden')
  if (change.undoneAt !== null) return { restored: (await listEntries(db, id)).length }
  if (change.isOver) throw new AppError('undo_too_late')
  const { restored, left } = await restorePackages(db, id, session, 'Se deshizo el cambio')
  // The error rolls everything back.
  if (left > 0) throw new AppError('undo_too_late')
  await db.updateTable('bulk_status_changes').set({ undone_at: sql`app_now()` }).where('id', '=', id).execute()
  return { restored }
}
