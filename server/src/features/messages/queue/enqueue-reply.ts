import { searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { newGatewayMessageId } from './enqueue-message.ts'

/** Written by a user, or by the rule that answers. */
type Reply = {
  /** Allows only one answer to an event. */
  eventKey: string
  conversationId: string
  clientId: string | null
  /** Digits only, with the country's code. */
  phone: string
  /** The caption of the file; of a reply without one not empty. */
  text: string
  fileId?: string | undefined
} & ({ occasion: 'reply'; authorId: string; waitedSeconds: number | null } | { occasion: 'answer'; rule: string })

/** Hours to wait for the connection: a user's words stay true longer than a rule's. */
const validHours = { reply: 48, answer: 1 }

/**
 * Goes before all notices, also at night and to clients who want none, because the client wrote. Null if the event has its answer.
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
      file_id: reply.fileId ?? null,
      author_id: reply.occasion === 'reply' ? reply.authorId : null,
      search_text: reply.occasion === 'reply' ? searchText(reply.text) || null : null,
      waited_seconds: reply.occasion === 'reply' ? reply.waitedSeconds : null,
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
