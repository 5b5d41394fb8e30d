import type { Db } from '../../platform/database/database.ts'
import { tellStatus } from '../messages/tell-status.ts'

type NamedStatus = { id: string; name: string }

type StatusChange = {
  packages: { id: string; from: NamedStatus | null }[]
  to: NamedStatus | null
  userName: string
  comment: string | null
  /** False for a package that comes in silently (`shouldNotifyStorage`). */
  isTold: boolean
  /** The change that can be undone, and how long its messages wait for that. */
  undo?: { id: string; seconds: number } | undefined
}

/** Writes the history of packages that came to a status together, and the messages to their clients. */
export async function recordStatusChange(
  db: Db,
  { packages, to, userName, comment, isTold, undo }: StatusChange,
): Promise<void> {
  if (packages.length === 0) return
  const entries = await db
    .insertInto('package_status_changes')
    .values(
      packages.map(({ id, from }) => ({
        package_id: id,
        from_status_id: from?.id ?? null,
        to_status_id: to?.id ?? null,
        from_name: from?.name ?? null,
        to_name: to?.name ?? null,
        user_name: userName,
        comment,
        ...(undo ? { bulk_change_id: undo.id } : {}),
      })),
    )
    .returning('id')
    .execute()
  const [first] = entries
  if (!to || !first || !isTold) return
  await tellStatus(db, {
    changeId: first.id,
    packageIds: packages.map(({ id }) => id),
    statusId: to.id,
    holdSeconds: undo?.seconds ?? 0,
  })
}
