import type { Message } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getMessage } from '../queries.ts'
import { accountValues } from '../texts/message-values.ts'
import { selectAccount } from './client-account-facts.ts'
import { notifyClient } from './notify-client.ts'

/**
 * Returns a waiting message of this kind instead. Locks the client's row, so that two presses make one message.
 * docs/product/messages.md, "What is notified".
 */
export async function notifyStatement(db: Db, clientId: string): Promise<Message> {
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!client) throw new AppError('not_found')
  const waiting = await db
    .selectFrom('messages')
    .select('id')
    .where('client_id', '=', clientId)
    .where('occasion', '=', 'statement')
    .where('state', '=', 'queued')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (waiting) return await getMessage(db, waiting.id)
  const { account } = await db
    .selectNoFrom(selectAccount(sql`${clientId}::uuid`).as('account'))
    .executeTakeFirstOrThrow()
  const values = accountValues(account)
  return await notifyClient(db, {
    eventKey: `statement:${uuidv7()}`,
    occasion: 'statement',
    clientId,
    invoiceId: null,
    values,
  })
}
