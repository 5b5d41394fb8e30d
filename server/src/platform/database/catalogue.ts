import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

type TablesWith<Column extends string> = {
  [Name in keyof Tables]: Column extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/**
 * Throws `stale` when another user saved the locked row since the draft was read; a draft without a version is taken as it is.
 * docs/product/lists-and-forms.md, "Versions".
 */
export function requireVersion(draft: { version?: number | undefined }, current: { version: number }): void {
  if (draft.version !== undefined && draft.version !== current.version) throw new AppError('stale')
}

/**
 * Takes the row out of every list; what refers to it keeps it. The caller has locked it and checked that nothing uses it.
 * docs/product/lists-and-forms.md, "Deletes".
 */
export async function softDelete(db: Db, table: TablesWith<'deleted_at'>, id: string): Promise<void> {
  await sql`update ${sql.table(table)} set deleted_at = app_now() where id = ${id}`.execute(db)
}

/**
 * Takes the default mark from whichever row has it, but for the one named, so that another can have it: a unique index lets
 * one row have it at a time. The caller has taken a lock that lets one such swap of the company go on at a time.
 *
 * @param among which rows have one default together; left out, all of the table
 */
export async function clearDefault(
  db: Db,
  table: TablesWith<'is_default'>,
  exceptId: string | null,
  among: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  const statement = sql`update ${sql.table(table)} set is_default = false where is_default and id is distinct from ${exceptId} and ${among}`
  await statement.execute(db)
}
