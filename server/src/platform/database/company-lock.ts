import type { Db } from './database.ts'

/**
 * Locks the company's row, so that rules over many rows (the last admin, one order of statuses) take turns behind it. The lock is
 * `for no key update`, because the insert of any row takes `for key share` on its company, and would wait for a stronger one.
 */
export async function lockCompany(db: Db): Promise<void> {
  await db.selectFrom('companies').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
}
