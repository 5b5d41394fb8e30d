import type { Client } from '@casillero/shared/contract/clients'
import type { Db } from '../../../platform/database/database.ts'
import { lockClient, setMessagesAllowed } from '../../clients/queries.ts'

/** Waiting messages are cancelled when they would leave. */
export async function allowMessages(db: Db, clientId: string, isAllowed: boolean): Promise<Client> {
  await lockClient(db, clientId)
  return await setMessagesAllowed(db, clientId, isAllowed)
}
