import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Says whether a message in a chat has one of the other side that was written after it. */
async function hasLaterAnswer(db: Db, id: string, isAnswerOwn: boolean): Promise<boolean> {
  const later = await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversation_messages as later', 'later.conversation_id', 'm.conversation_id')
    .select(sql<number>`1`.as('one'))
    .where('m.id', '=', id)
    .where('later.is_own', '=', isAnswerOwn)
    .whereRef('later.written_at', '>', 'm.written_at')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/**
 * Says whether staff answered a client's message on the phone, of which the event may come first.
 * docs/product/conversations.md, "Waiting and attended".
 */
export const isAnsweredOnPhone = (db: Db, id: string): Promise<boolean> => hasLaterAnswer(db, id, true)

/** Says whether a client wrote after what staff wrote on the phone: that is no answer to it. */
export const isFollowedByClient = (db: Db, id: string): Promise<boolean> => hasLaterAnswer(db, id, false)

/**
 * Says whether the queue sent a message: a gateway that was started anew does not know any more what left through it, and calls that
 * written on the phone.
 */
export async function isSentFromHere(db: Db, messageId: string): Promise<boolean> {
  const sent = await db
    .selectFrom('messages')
    .select('id')
    .where('gateway_message_id', '=', messageId)
    .executeTakeFirst()
  return sent !== undefined
}
