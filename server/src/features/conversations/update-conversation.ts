import type { Conversation, ConversationDraft, ThreadEntry } from '@casillero/shared/contract/conversations'
import { phoneDigits, phoneLoginKeys } from '@casillero/shared/domain/phone'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdOwner } from '../clients/queries.ts'
import { enqueueReply } from '../messages/enqueue-reply.ts'
import { getSentEntry } from '../messages/sent-entries.ts'
import { getConversation } from './conversation-view.ts'
import { attend, letWait } from './waiting.ts'

/** Locks a conversation. Throws `not_found`. */
async function lockConversation(db: Db, id: string): Promise<Conversation> {
  await db.selectFrom('conversations').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return await getConversation(db, id)
}

/** Keeps the number of a chat as a client's second one, unless it is theirs already. Throws `second_phone_taken`. */
async function keepNumber(db: Db, clientId: string, phone: string): Promise<void> {
  await holdOwner(db, clientId)
  const { phone: first, second } = await db
    .selectFrom('clients')
    .select(['phone', 'second_phone as second'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const keys = [phoneDigits(phone), ...phoneLoginKeys(phone)]
  if (keys.includes(first) || (second !== null && keys.includes(second))) return
  if (second !== null) throw fieldError('second_phone_taken', 'clientId')
  await db.updateTable('clients').set({ second_phone: phone }).where('id', '=', clientId).execute()
}

/**
 * Says that a conversation is attended or waits, and whose number it is. Throws `not_found`, `stale`, `number_hidden` where WhatsApp
 * hides the number, `second_phone_taken`.
 * docs/product/conversations.md, "Numbers".
 */
export async function updateConversation(
  db: Db,
  id: string,
  draft: ConversationDraft,
  { userId }: Session,
): Promise<Conversation> {
  const current = await lockConversation(db, id)
  requireVersion(draft, current)
  const { clientId } = draft
  if (clientId !== null && clientId !== current.client?.id) {
    if (current.phone === null) throw new AppError('number_hidden')
    await keepNumber(db, clientId, current.phone)
  }
  await db.updateTable('conversations').set({ client_id: clientId }).where('id', '=', id).execute()
  if (draft.attended && current.isWaiting) await attend(db, id, userId)
  if (!draft.attended && !current.isWaiting) await letWait(db, id)
  return await getConversation(db, id)
}

/**
 * Answers in a conversation, which is attended by it. Throws `not_found`, and `number_hidden` where WhatsApp hides the number.
 * docs/product/conversations.md, "Answers".
 */
export async function replyTo(
  db: Db,
  id: string,
  { text, key }: { text: string; key: string },
  { userId }: Session,
): Promise<ThreadEntry> {
  const { phone, client, isWaiting } = await lockConversation(db, id)
  if (phone === null) throw new AppError('number_hidden')
  const answer = { eventKey: `reply:${key}`, conversationId: id, clientId: client?.id ?? null, phone, text }
  const messageId = await enqueueReply(db, { ...answer, occasion: 'reply', authorId: userId })
  if (messageId === null) throw new AppError('stale')
  if (isWaiting) await attend(db, id, userId)
  return await getSentEntry(db, messageId)
}
