import type { Db } from './database.ts'

/** Makes rules over many rows take turns. `for no key update`, because every insert takes `for key share` on its company. */
export async function lockCompany(db: Db): Promise<void> {
  await db.selectFrom('companies').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
}
