import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

export type TablesWith<Column extends string> = {
  [Name in keyof Tables]: Column extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/** A draft without a version is always accepted. Throws `stale`. docs/product/lists-and-forms.md, "Versions". */
export function requireVersion(draft: { version?: number | undefined }, current: { version: number }): void {
  if (draft.version !== undefined && draft.version !== current.version) throw new AppError('stale')
}

/** Rows that refer to it still do. The caller has locked it and checked its use. docs/product/lists-and-forms.md, "Deletes". */
export async function softDelete(db: Db, table: TablesWith<'deleted_at'>, id: string): Promise<void> {
  await sql`update ${sql.table(table)} set deleted_at = app_now() where id = ${id}`.execute(db)
}

/**
 * Clears all but `exceptId`, as a unique index allows one. The caller holds a lock for such swaps.
 * @param among the rows that share one default; left out, all of the table
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
