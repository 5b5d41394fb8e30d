import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { moveCounter } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hasBusiness, hasCredit, lockClient } from './queries.ts'

/** The row lock keeps new packages and invoices waiting. docs/product/clients.md, "Deleting clients". */
export async function removeClient(db: Db, id: string): Promise<null> {
  await lockClient(db, id)
  if (await hasBusiness(db, id)) throw new AppError('client_in_use')
  if (await hasCredit(db, id)) throw new AppError('client_has_credit')
  await deleteClients(db, [id])
  return null
}

/** Deletes clients that are locked, cancels what they announced and refuses what they sent. */
export async function deleteClients(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('clients').set({ deleted_at: sql`app_now()` }).where('id', '=', matchAny(ids)).execute()
  await db
    .updateTable('prealerts')
    .set({ cancelled_at: sql`app_now()`, updated_at: sql`app_now()` })
    .where('client_id', '=', matchAny(ids))
    .where('cancelled_at', 'is', null)
    .execute()
  await db
    .updateTable('vouchers')
    .set({
      state: 'rejected',
      reject_reason: 'Se eliminó el cliente',
      decided_by: sql`current_user_id()`,
      decided_at: sql`app_now()`,
    })
    .where('client_id', '=', matchAny(ids))
    .where('state', '=', 'pending')
    .execute()
  await moveCounter(db, 'client', { rows: -ids.length })
}
