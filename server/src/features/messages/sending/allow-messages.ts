import type { Client } from '@casillero/shared/contract/clients'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockClient, setMessagesAllowed } from '../../clients/queries.ts'

/** Waiting messages are cancelled when they would leave. Throws `client_held`. */
export async function allowMessages(db: Db, clientId: string, isAllowed: boolean): Promise<Client> {
  const { heldAt } = await lockClient(db, clientId)
  if (heldAt !== null) throw new AppError('client_held')
  return await setMessagesAllowed(db, clientId, isAllowed)
}
