import { type Message, messageEndpoints } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import { requireRight } from '../../platform/auth/require-right.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { isCorrectionDue, notifyCorrection } from './notify/notify-correction.ts'
import { getMessage, listMessages } from './queries.ts'
import { releaseMessages } from './queue/held-messages.ts'
import { refuseQueue } from './queue/refuse-queue.ts'
import { resendMessage } from './queue/resend-message.ts'
import { summariseQueue } from './queue/summarise-queue.ts'
import { allowMessages } from './sending/allow-messages.ts'
import { readConnection } from './sending/read-connection.ts'

export const messageRoutes: Route[] = [
  serve(messageEndpoints.list, async (db, { query }, session) => {
    return await listMessages(db, refuseQueue(query, session))
  }),
  serve(messageEndpoints.summary, (db) => summariseQueue(db)),
  serve(messageEndpoints.connection, (db) => readConnection(db)),
  serve(messageEndpoints.release, async (db, { body }, session) => ({
    messages: await releaseMessages(db, body.action, session),
  })),
  serve(messageEndpoints.resend, async (db, { params }, session) => {
    await requireReading(db, params.id, session)
    return await resendMessage(db, params.id)
  }),
  serve(messageEndpoints.cancel, (db, { params }, session) => cancelMessage(db, params.id, session)),
  serve(messageEndpoints.correctionDue, async (db, { params }) => ({ isDue: await isCorrectionDue(db, params.id) })),
  serve(messageEndpoints.correct, async (db, { body }) => ({ messages: await notifyCorrection(db, body.packageIds) })),
  serve(messageEndpoints.allow, (db, { params, body }) => allowMessages(db, params.id, body.allowed)),
]

/** Replies need the right to their conversation. */
async function requireReading(db: Db, id: string, session: Session): Promise<void> {
  const message = await db.selectFrom('messages').select('occasion').where('id', '=', id).executeTakeFirst()
  if (message?.occasion === 'reply' || message?.occasion === 'answer') requireRight(session, 'conversations.answer')
}

/** Throws `message_not_waiting`, `not_found`, and as `requireRight`. */
async function cancelMessage(db: Db, id: string, session: Session): Promise<Message> {
  const { userName } = session
  await requireReading(db, id, session)
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
