import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Move, toHistory } from '../packages/record-status-change.ts'
import { insertRows } from './bulk-rows.ts'

/** One entry of a package's history; `at` may be in the past. */
export type StatusEntry = Move & { id: string; at: string }

/** Writes entries of the history of packages, of which each has its own status and instant. */
export async function writeHistory(db: Db, entries: readonly StatusEntry[]): Promise<void> {
  await insertRows(
    db,
    'package_status_changes',
    entries.map(({ id, at, ...move }) => ({ id, ...toHistory(move), created_at: at })),
  )
}

/** The instant that a file gives, never one to come: a day of today without a time counts as its noon. */
export const chooseEarlier = (given: string | null, at: string): string => (given !== null && given < at ? given : at)

/** Business time, as rows that are written together have it. */
export async function now(db: Db): Promise<string> {
  const { at } = await db.selectNoFrom(sql<Date>`app_now()`.as('at')).executeTakeFirstOrThrow()
  return new Date(at).toISOString()
}
