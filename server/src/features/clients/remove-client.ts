import { softDelete } from '../../platform/database/catalogue.ts'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hasBusiness, lockClient } from './queries.ts'

/**
 * Deletes a client without packages or invoices; the row lock keeps new ones from being added meanwhile.
 * docs/product/clients.md, "Deleting clients".
 */
export async function removeClient(db: Db, id: string): Promise<null> {
  await lockClient(db, id)
  if (await hasBusiness(db, id)) throw new AppError('client_in_use')
  await softDelete(db, 'clients', id)
  await decrementCount(db, 'client')
  return null
}
