import { searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Chat, ChatMessage, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { isFollowedByClient, isSentFromHere } from './phone-answers.ts'
import { proveNumber, settleWriter, type Writer } from './whose-number.ts'

/** A message of a client that came for the first time, in the chat that it belongs to. */
export type KeptMessage = Writer & {
  id: string
  conversationId: string
  /** It proved that the number is a client's second phone. */
  isProof: boolean
  /** When a rule last answered in the chat. */
  answeredAt: string | null
}

const longestBody = 20_000
const now = sql<string>`clock_timestamp()`
const clip = (text: string, most: number) => [...text.toWellFormed().replaceAll('\0', '')].slice(0, most).join('')

/**
 * WhatsApp says the second alone: what is written in a second comes after what left in it, and before its own answer. A gateway's clock
 * may be wrong: nothing was written later than now.
 */
const atMostNow = (at: string) => sql<string>`least(${at}::timestamptz + interval '999 milliseconds', app_now())`

/** Gets the conversation of a chat, locked; makes the one of a chat in which nothing was written before. */
async function lockConversation(db: Db, { phone, alias }: Chat, message: Pick<ChatMessage, 'name'> | null) {
  const select = () =>
    db
      .selectFrom('conversations')
      .select(['id', 'answered_at as answeredAt'])
      .$if(phone !== null, (rows) => rows.where('phone', '=', phone ?? ''))
      .$if(phone === null, (rows) => rows.where('phone', 'is', null).where('alias', '=', alias ?? ''))
      .forUpdate()
      .executeTakeFirst()
  const found = await select()
  if (found) return found
  await db
    .insertInto('conversations')
    .values({
      phone,
      alias,
      name: message?.name ?? null,
      last_kind: 'text',
      last_text: '',
      last_incoming_at: sql<string>`'-infinity'::timestamptz`,
      search_text: searchText(message?.name, phone),
    })
    .onConflict((same) => same.doNothing())
    .execute()
  return await select()
}

/**
 * Keeps a message of a chat once, whichever event brings it; an edit or a deletion marks the one that is kept, also where it comes
 * first. Gives what a client wrote for the first time, else null.
 * docs/product/conversations.md, "What is kept".
 */
export async function keepMessage(
  db: Db,
  event: Extract<GatewayEvent, { kind: 'incoming' | 'written' | 'revoked' }>,
  phone: string | null,
): Promise<KeptMessage | null> {
  if (event.kind === 'written' && (await isSentFromHere(db, event.messageId))) return null
  const isRevoked = event.kind === 'revoked'
  const conversation = await lockConversation(db, { phone, alias: event.alias }, isRevoked ? null : event)
  if (!conversation) return null
  const isOwn = event.kind === 'written' || (isRevoked && event.isOwn)
  const message: ChatMessage = isRevoked
    ? {
        ...event,
        edits: null,
        name: null,
        at: new Date().toISOString(),
        kindOfMessage: 'other',
        text: '',
        seconds: null,
        file: null,
      }
    : event
  const id = await writeMessage(db, conversation.id, message, { isOwn, isRevoked })
  if (id === null) return null
  if (isOwn) {
    if (!isRevoked && !(await isFollowedByClient(db, id))) await attend(db, conversation.id)
    return null
  }
  const isNew = !isRevoked && message.edits === null
  const isProof = isNew && (await proveNumber(db, conversation.id, message.text))
  const writer = await settleWriter(db, conversation.id)
  await noteLast(db, conversation.id, message)
  if (!isNew) return null
  return { ...writer, id, conversationId: conversation.id, isProof, answeredAt: conversation.answeredAt }
}

/** Writes a message, or marks the one that an edit or a deletion names; null where there was nothing new. */
async function writeMessage(
  db: Db,
  conversationId: string,
  { messageId, edits, at, kindOfMessage, text, seconds, file }: ChatMessage,
  { isOwn, isRevoked }: { isOwn: boolean; isRevoked: boolean },
): Promise<string | null> {
  const body = clip(text, longestBody)
  const isFetched = file !== null && file.path !== null
  const written = await db
    .insertInto('conversation_messages')
    .values({
      conversation_id: conversationId,
      gateway_message_id: edits ?? messageId,
      is_own: isOwn,
      kind: kindOfMessage,
      body,
      seconds: seconds === null ? null : Math.max(0, Math.round(seconds)),
      file_name: file?.name ? clip(file.name, 120) : null,
      file_path: file?.path ?? null,
      file_state: file === null ? null : isFetched ? 'fetching' : 'lost',
      fetch_at: isFetched ? now : null,
      written_at: atMostNow(at),
      edited_at: edits === null ? null : now,
      revoked_at: isRevoked ? now : null,
      search_text: searchText(body),
    })
    .onConflict((same) => same.columns(['company_id', 'gateway_message_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) return written.id
  if (!isRevoked && edits === null) {
    // A list brings a file that was lost again and again.
    if (isFetched && !file.path?.startsWith('#')) await fetchAfterAll(db, messageId, file.path)
    return null
  }
  const own = db
    .updateTable('conversation_messages')
    .where('gateway_message_id', '=', edits ?? messageId)
    .where('is_own', '=', isOwn)
  const marked = isRevoked
    ? own.set({ revoked_at: now }).where('revoked_at', 'is', null)
    : own.set({ body, search_text: searchText(body), edited_at: now })
  return (await marked.returning('id').executeTakeFirst())?.id ?? null
}

/** Has a file fetched that was not to be had when its message came first. */
async function fetchAfterAll(db: Db, messageId: string, path: string | null): Promise<void> {
  await db
    .updateTable('conversation_messages')
    .set({ file_path: path, file_state: 'fetching', fetch_at: now })
    .where('gateway_message_id', '=', messageId)
    .where('file_state', '=', 'lost')
    .execute()
}

/** Notes the message that came last, unless it is older than what was known. */
async function noteLast(db: Db, id: string, message: ChatMessage): Promise<void> {
  const at = atMostNow(message.at)
  await db
    .updateTable('conversations')
    .set({
      last_kind: message.kindOfMessage,
      last_text: clip(message.text, 200),
      last_incoming_at: at,
      ...(message.name === null
        ? {}
        : { name: message.name, search_text: sql<string>`${searchText(message.name)} || ' ' || coalesce(phone, '')` }),
    })
    .where('id', '=', id)
    .where('last_incoming_at', '<=', at)
    .execute()
}

/** Says that nothing waits in a conversation any more. */
export async function attend(db: Db, id: string, userId: string | null = null): Promise<void> {
  await db
    .updateTable('conversations')
    .set({
      waiting_since: null,
      waiting_count: 0,
      ...(userId === null ? {} : { attended_by: userId, attended_at: now }),
    })
    .where('id', '=', id)
    .execute()
}

/** Has a conversation wait for a person, for one message more. */
export async function letWait(db: Db, id: string, messages = 1): Promise<void> {
  await db
    .updateTable('conversations')
    .set({
      waiting_since: sql<string>`coalesce(waiting_since, ${now})`,
      waiting_count: sql<number>`waiting_count + ${messages}`,
    })
    .where('id', '=', id)
    .execute()
}
