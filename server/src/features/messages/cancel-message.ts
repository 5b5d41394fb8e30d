import type { Message } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getMessage } from './queries.ts'

/** Throws `message_not_waiting`, `not_found`. */
export async function cancelMessage(db: Db, id: string, { userName }: Session): Promise<Message> {
  const cancelled = await db
    .updateTable('messages')
    .set({
      state: 'cancelled',
      error: `Cancelado por ${userName}`,
      cancelled_by: userName,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  const message = await getMessage(db, id)
  if (!cancelled) throw new AppError('message_not_waiting')
  return message
}
