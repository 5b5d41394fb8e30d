import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Saved, Written } from '../../../platform/database/save-rows.ts'
import { notifyStatusChange } from '../../messages/notify/notify-status-change.ts'

type NamedStatus = { id: string; name: string }

/** A move of a locked package, with the present names of both statuses. */
export type Move = {
  packageId: string
  from: NamedStatus | null
  to: NamedStatus | null
  comment: string | null
  /** Set for a move in the past; never in the future. */
  at?: string | null
  /** Restores the time since which the package waits in that status. */
  isBack?: boolean
}

type By = { userName: string; bulkChangeId?: string | undefined }

const records = (moves: readonly Move[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    moves.map(({ packageId, from, to, comment, at = null, isBack = false }) => ({
      package_id: packageId,
      from_id: from?.id ?? null,
      to_id: to?.id ?? null,
      from_name: from?.name ?? null,
      to_name: to?.name ?? null,
      comment,
      at,
      is_back: isBack,
    })),
  )}::jsonb) as m (package_id uuid, from_id uuid, to_id uuid, from_name text, to_name text, comment text, at timestamptz,
    is_back boolean)`

/** Writes the history of moves; returns the entry of each package. */
export async function recordMoves(
  db: Db,
  moves: readonly Move[],
  { userName, bulkChangeId }: By,
): Promise<ReadonlyMap<string, string>> {
  if (moves.length === 0) return new Map()
  const { rows } = await sql<{ id: string; packageId: string }>`
    insert into package_status_changes
      (package_id, from_status_id, to_status_id, from_name, to_name, user_name, comment, bulk_change_id, created_at)
    select m.package_id, m.from_id, m.to_id, m.from_name, m.to_name, ${userName}::text, m.comment, ${bulkChangeId ?? null}::uuid,
      least(m.at, app_now())
    from ${records(moves)} returning id, package_id as "packageId"`.execute(db)
  return new Map(rows.map(({ id, packageId }) => [packageId, id]))
}

/** Moves each package once and writes its history. `notifyMoves` notifies the clients. */
export async function writeMoves(db: Db, moves: readonly Move[], by: By): Promise<Written[]> {
  if (moves.length === 0) return []
  const { rows } = await sql<{ id: string; version: number }>`
    update packages p set status_id = m.to_id, updated_at = app_now(),
      status_since = case when m.is_back then coalesce(p.former_status_since, app_now()) else least(m.at, app_now()) end
    from ${records(moves)} where p.company_id = current_company() and p.id = m.package_id returning p.id, p.version`.execute(
    db,
  )
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const entries = await recordMoves(db, moves, by)
  return moves.map(({ packageId, from }) => ({
    id: packageId,
    version: versions.get(packageId) ?? 0,
    before: { status_id: from?.id ?? null },
    changeId: entries.get(packageId) ?? null,
  }))
}

/** Notifies the clients of packages moved together. `holdSeconds` is how long the messages wait. */
export async function notifyMoves(db: Db, saved: readonly Saved[], to: { id: string }, holdSeconds = 0): Promise<void> {
  const moved = saved.flatMap((one) => ('refusal' in one || one.changeId == null ? [] : [one]))
  const [changeId] = moved.map((one) => one.changeId)
  if (changeId == null) return
  await notifyStatusChange(db, { changeId, packageIds: moved.map(({ id }) => id), statusId: to.id, holdSeconds })
}
