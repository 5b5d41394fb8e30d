import type { Db } from './database.ts'

/** Takes the company's row lock: rules that count over many rows (the last admin, one order of statuses) take turns behind it. */
export async function lockCompany(db: Db): Promise<void> {
  await db.selectFrom('companies').select('id').forUpdate().executeTakeFirstOrThrow()
}
