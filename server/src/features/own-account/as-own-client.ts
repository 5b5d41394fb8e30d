import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/**
 * Runs inside a transaction with staff's rights; the log shows the client as author. After an error the transaction must end, or return to
 * a savepoint.
 */
export async function asOwnClient<T>(db: Db, clientId: string, run: (db: Db) => Promise<T>): Promise<T> {
  await sql`select set_config('app.client_id', ${clientId}, true)`.execute(db)
  await sql`set local role casillero_client`.execute(db)
  const result = await run(db)
  await sql`set local role casillero_app`.execute(db)
  await sql`select set_config('app.client_id', '', true)`.execute(db)
  return result
}
