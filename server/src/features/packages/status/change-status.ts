import { sql } from 'kysely'
import type { Rights } from '../../../platform/auth/require-right.ts'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { findRefusal, type Saved } from '../../../platform/database/save-rows.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { holdStatuses, requireMove } from '../../statuses/hold-statuses.ts'
import { holdStatus } from '../../statuses/queries.ts'
import { type Move, notifyMoves, writeMoves } from './write-moves.ts'

/** Locks in id order, so that clerks with overlapping selections wait instead of deadlocking. */
export function lockPackages(db: Db, ids: string[]) {
  return db
    .with('locked', (rows) =>
      rows
        .selectFrom('packages')
        .select(['id', 'status_id', 'version'])
        .where('id', '=', matchAny(ids))
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forUpdate(),
    )
    .selectFrom('locked')
    .leftJoin('statuses as s', 's.id', 'locked.status_id')
    .select(['locked.id', 'locked.version', 's.id as statusId', 's.name as statusName'])
    .execute()
}

const readStatus = ({ statusId: id, statusName: name }: { statusId: string | null; statusName: string | null }) =>
  id === null || name === null ? null : { id, name }

/** A move of a package to a status; `at` is set for one in the past. */
type Wanted = { packageId: string; statusId: string; comment: string | null; at?: string | null }

/**
 * Moves packages one by one, including invoiced ones, which are yet to be handed over. Does not notify clients. Refused with `not_found`
 * for a package, `reference_not_found` for a status, and what `requireMove` throws.
 */
export async function movePackages(
  db: Db,
  wanted: readonly Wanted[],
  by: Rights & { userName: string; bulkChangeId?: string | undefined },
): Promise<Saved[]> {
  const ids = wanted.map(({ packageId }) => packageId)
  const locked = new Map((await lockPackages(db, ids)).map((one) => [one.id, one]))
  const statuses = await holdStatuses(
    db,
    wanted.map(({ statusId }) => statusId),
  )
  const saved = new Map<string, Saved>()
  const moves = wanted.flatMap(({ packageId, statusId: toId, ...rest }): Move[] => {
    const current = locked.get(packageId)
    const to = statuses.get(toId)
    if (!current || !to) {
      saved.set(packageId, {
        refusal: current ? fieldError('reference_not_found', 'statusId') : new AppError('not_found'),
      })
      return []
    }
    if (current.statusId === to.id) {
      saved.set(packageId, { id: packageId, version: current.version, before: {} })
      return []
    }
    const refusal = findRefusal(() => requireMove(by, to))
    if (refusal) {
      saved.set(packageId, { refusal })
      return []
    }
    return [{ packageId, from: readStatus(current), to, ...rest }]
  })
  for (const one of await writeMoves(db, moves, by)) saved.set(one.id, one)
  return ids.map((id) => saved.get(id) ?? { refusal: new AppError('not_found') })
}

/** Its messages wait as long. */
const undoSeconds = 10

function openUndo(db: Db, statusId: string): Promise<{ id: string }> {
  return db
    .insertInto('bulk_status_changes')
    .values({ to_status_id: statusId, undo_until: sql`app_now() + ${undoSeconds} * interval '1 second'` })
    .returning('id')
    .executeTakeFirstOrThrow()
}

type Change = { packageIds: string[]; statusId: string; comment?: string | null; undoable?: boolean }

/** Moves all or none, including invoiced ones, which are yet to be handed over. docs/product/packages.md, "Moving packages". */
export async function changeStatus(
  db: Db,
  change: Change,
  session: Session,
): Promise<{ updated: number; changeId?: string }> {
  const ids = [...new Set(change.packageIds)]
  const packages = await lockPackages(db, ids)
  if (packages.length !== ids.length) throw new AppError('not_found')
  const status = await holdStatus(db, change.statusId)
  const moving = packages.filter(({ statusId }) => statusId !== status.id)
  if (moving.length === 0) return { updated: ids.length }
  requireMove(session, status)
  const undo = change.undoable ? await openUndo(db, status.id) : undefined
  const moves = moving.map((one) => ({
    packageId: one.id,
    from: readStatus(one),
    to: status,
    comment: change.comment ?? null,
  }))
  const saved = await writeMoves(db, moves, { userName: session.userName, bulkChangeId: undo?.id })
  await notifyMoves(db, saved, status, undo ? undoSeconds : 0)
  return { updated: ids.length, ...(undo ? { changeId: undo.id } : {}) }
}
