import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { newGatewayMessageId } from './enqueue-message.ts'

/** Of a user, or of the rule that answers. */
type Reply = {
  /** An event has one answer only. */
  eventKey: string
  conversationId: string
  clientId: string | null
  /** With its country, digits only. */
  phone: string
  text: string
} & ({ occasion: 'reply'; authorId: string } | { occasion: 'answer'; rule: string })

/** For the connection: the words of a user stay true for longer than those of a rule. */
const validHours = { reply: 48, answer: 1 }

/**
 * Before all notices, at night too, and to one who wants no notices, because the client wrote. Null where the event has its answer.
 * docs/product/conversations.md, "Answers".
 */
export async function enqueueReply(db: Db, reply: Reply): Promise<string | null> {
  const written = await db
    .insertInto('messages')
    .values({
      event_key: reply.eventKey,
      occasion: reply.occasion,
      conversation_id: reply.conversationId,
      client_id: reply.clientId,
      phone: reply.phone,
      body: reply.text,
      author_id: reply.occasion === 'reply' ? reply.authorId : null,
      answer_rule: reply.occasion === 'answer' ? reply.rule : null,
      to_stranger: false,
      gateway_message_id: newGatewayMessageId(),
      expires_at: sql<string>`app_now() + ${validHours[reply.occasion]} * interval '1 hour'`,
    })
    .onConflict((same) => same.columns(['company_id', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id ?? null
}
