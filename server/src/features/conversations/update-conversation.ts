import type { Conversation, ConversationDraft, ThreadEntry } from '@casillero/shared/contract/conversations'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { chooseWriter } from '../clients/choose-writer.ts'
import { enqueueReply } from '../messages/queue/enqueue-reply.ts'
import { getSentEntry } from '../messages/queue/sent-entries.ts'
import { getConversation } from './conversation-view.ts'
import { lockColleague, requireUnanswered } from './repliers.ts'
import { attend, countWaited, letWait } from './waiting.ts'
import { settleWriter } from './whose-number.ts'

async function lockConversation(db: Db, id: string): Promise<Conversation> {
  await db.selectFrom('conversations').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return await getConversation(db, id)
}

/**
 * Without a client, the number itself decides whose it is. Throws `not_found`, `stale`, `number_hidden`, `phone_of_client`,
 * `second_phone_of_client`, `second_phone_taken`, `not_colleague`. What is given to a colleague waits for them.
 * docs/product/conversations.md, "Numbers", "Notes and whom it is for".
 */
export async function updateConversation(
  db: Db,
  id: string,
  draft: ConversationDraft,
  session: Session,
): Promise<Conversation> {
  const { clientId, assigneeId } = draft
  // Before the conversation, as `release_conversations` does.
  if (assigneeId != null) await lockColleague(db, assigneeId)
  const current = await lockConversation(db, id)
  requireVersion(draft, current)
  if (clientId !== null && clientId !== current.client?.id) {
    if (current.phone === null) throw new AppError('number_hidden')
    await chooseWriter(db, id, { clientId, phone: current.phone }, session)
  } else if (clientId !== null) {
    // Any change raises the version, so that another user who read the same one is refused.
    await db.updateTable('conversations').set({ client_id: clientId }).where('id', '=', id).execute()
  } else {
    await db.updateTable('conversations').set({ is_client_chosen: false }).where('id', '=', id).execute()
    await settleWriter(db, id)
  }
  const isGiven = assigneeId != null && assigneeId !== current.assignee?.id && assigneeId !== session.userId
  if (assigneeId !== undefined)
    await db.updateTable('conversations').set({ assigned_to: assigneeId }).where('id', '=', id).execute()
  if (draft.attended && !isGiven) await attend(db, id, session.userId)
  if ((!draft.attended || isGiven) && !current.isWaiting) await letWait(db, id)
  return await getConversation(db, id)
}

/** The text is the caption of the file; without one it is not empty. */
type NewReply = { text: string; fileId?: string; key: string; lastSeenReplyId?: string | null | undefined }

/** Replying marks the conversation as attended. Throws `not_found`, `number_hidden`, `answered_meanwhile`. docs/product/conversations.md, "Answers". */
export async function replyTo(
  db: Db,
  id: string,
  { text, fileId, key, lastSeenReplyId }: NewReply,
  { userId }: Session,
): Promise<ThreadEntry> {
  const { phone, client, isWaiting } = await lockConversation(db, id)
  if (phone === null) throw new AppError('number_hidden')
  if (lastSeenReplyId !== undefined) await requireUnanswered(db, id, lastSeenReplyId)
  const waitedSeconds = isWaiting ? await countWaited(db, id) : null
  const answer = { eventKey: `reply:${key}`, conversationId: id, clientId: client?.id ?? null, phone, text, fileId }
  const messageId = await enqueueReply(db, { ...answer, occasion: 'reply', authorId: userId, waitedSeconds })
  if (messageId === null) throw new AppError('stale')
  await attend(db, id, userId)
  return await getSentEntry(db, messageId)
}
