import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from './bulk-rows.ts'

type NamedStatus = { id: string; name: string }

/** One entry of a package's history; `at` may be in the past. */
export type StatusEntry = {
  id: string
  packageId: string
  from: NamedStatus | null
  to: NamedStatus | null
  userName: string
  comment: string | null
  at: string
}

/** Writes entries of the history of packages, of which each has its own status and instant. */
export async function writeHistory(db: Db, entries: readonly StatusEntry[]): Promise<void> {
  await insertRows(
    db,
    'package_status_changes',
    entries.map(({ id, packageId, from, to, userName, comment, at }) => ({
      id,
      package_id: packageId,
      from_status_id: from?.id ?? null,
      to_status_id: to?.id ?? null,
      from_name: from?.name ?? null,
      to_name: to?.name ?? null,
      user_name: userName,
      comment,
      created_at: at,
    })),
  )
}

/** The instant that a file gives, never one to come: a day of today without a time counts as its noon. */
export const chooseEarlier = (given: string | null, at: string): string => (given !== null && given < at ? given : at)

/** Business time, as rows that are written together have it. */
export async function now(db: Db): Promise<string> {
  const { at } = await db.selectNoFrom(sql<Date>`app_now()`.as('at')).executeTakeFirstOrThrow()
  return new Date(at).toISOString()
}
