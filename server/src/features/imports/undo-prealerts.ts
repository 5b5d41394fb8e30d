import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { cancelPrealerts, putPrealertsBack } from '../prealerts/save-prealerts.ts'
import { selectWritten } from './hold-former.ts'
import type { Undoable, UndoWindow } from './kind.ts'

/** Finds the pre-alerts that a load wrote, and what happened to each since. */
export async function findUndoablePrealerts(
  db: Db,
  importId: string,
  { limit, isLocked }: UndoWindow,
): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked)
    await sql`select from prealerts where id in (select target from (${next}) n) order by id for update`.execute(db)
  const { rows } = await sql<Undoable>`
    select n.row_number as row, a.tracking as code, n.outcome, n.target as "targetId", n.before,
      case when a.cancelled_at is not null then 'ya se anuló'
        when p.id is not null then 'ya llegó'
        when a.version <> n.target_version then 'cambió después' end as reason
    from (${next}) n join prealerts a on a.id = n.target left join announced_package(a) p on true
    order by n.row_number`.execute(db)
  return rows
}

/** Cancels the pre-alerts that a load added, and gives back the facts of those that it changed. */
export async function takeBackPrealerts(db: Db, rows: readonly Undoable[]): Promise<void> {
  await cancelPrealerts(
    db,
    rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId),
  )
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await putPrealertsBack(
    db,
    changed.map(({ targetId, before }) => ({ id: targetId, before: before ?? {} })),
  )
}
