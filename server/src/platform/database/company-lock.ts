import type { Db } from './database.ts'

/**
 * Takes the company's row lock: rules that count over many rows (the last admin, one order of statuses) take turns behind it.
 * The weak kind: a new row refers to its company, and the strong one would make every clerk wait or meet halfway.
 */
export async function lockCompany(db: Db): Promise<void> {
  await db.selectFrom('companies').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
}
