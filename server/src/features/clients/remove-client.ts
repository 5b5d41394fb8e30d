import { sql } from 'kysely'
import { softDelete } from '../../platform/database/catalogue.ts'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hasBusiness, hasCredit, lockClient } from './queries.ts'

/**
 * Deletes a client without packages, invoices or credit, cancels what they announced and refuses what they sent; the row lock keeps new ones from being added meanwhile. Throws
 * `not_found`, `client_in_use`, `client_has_credit`.
 * docs/product/clients.md, "Deleting clients".
 */
export async function removeClient(db: Db, id: string): Promise<null> {
  await lockClient(db, id)
  if (await hasBusiness(db, id)) throw new AppError('client_in_use')
  if (await hasCredit(db, id)) throw new AppError('client_has_credit')
  await softDelete(db, 'clients', id)
  await db
    .updateTable('prealerts')
    .set({ cancelled_at: sql`app_now()`, updated_at: sql`app_now()` })
    .where('client_id', '=', id)
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
    .where('client_id', '=', id)
    .where('state', '=', 'pending')
    .execute()
  await decrementCount(db, 'client')
  return null
}
