import type { Db } from '../../platform/database/database.ts'
import { notifyStatusChange } from '../messages/notify-status-change.ts'

type NamedStatus = { id: string; name: string }

/** A move of a package from a status to another. */
export type Move = {
  packageId: string
  from: NamedStatus | null
  to: NamedStatus | null
  userName: string
  comment: string | null
}

/** The columns of a move in the history of its package, with the names that the statuses have now. */
export const toHistory = ({ packageId, from, to, userName, comment }: Move) => ({
  package_id: packageId,
  from_status_id: from?.id ?? null,
  to_status_id: to?.id ?? null,
  from_name: from?.name ?? null,
  to_name: to?.name ?? null,
  user_name: userName,
  comment,
})

type StatusChange = {
  packages: { id: string; from: NamedStatus | null }[]
  to: NamedStatus | null
  userName: string
  comment: string | null
  /** False for a package that is received without a message (`shouldNotifyStorage`). */
  isNotified: boolean
  /** The change of many packages that can be undone, and how long its messages wait for that. */
  undo?: { id: string; seconds: number } | undefined
}

/** Writes the history of packages that move to a status together, and notifies their clients. */
export async function recordStatusChange(
  db: Db,
  { packages, to, userName, comment, isNotified, undo }: StatusChange,
): Promise<void> {
  if (packages.length === 0) return
  const entries = await db
    .insertInto('package_status_changes')
    .values(
      packages.map(({ id, from }) => ({
        ...toHistory({ packageId: id, from, to, userName, comment }),
        ...(undo ? { bulk_change_id: undo.id } : {}),
      })),
    )
    .returning('id')
    .execute()
  const [first] = entries
  if (!to || !first || !isNotified) return
  await notifyStatusChange(db, {
    changeId: first.id,
    packageIds: packages.map(({ id }) => id),
    statusId: to.id,
    holdSeconds: undo?.seconds ?? 0,
  })
}
