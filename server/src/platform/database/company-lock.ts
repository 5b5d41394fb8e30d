import type { Db } from './database.ts'

/** Rules over many rows take turns behind it. `for no key update`, because the insert of any row takes `for key share` on its company. */
export async function lockCompany(db: Db): Promise<void> {
  await db.selectFrom('companies').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
}
