import { searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Chat, ChatMessage, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import type { Said } from './merge-message.ts'
import { isSentFromHere } from './phone-answers.ts'
import { settle } from './waiting.ts'
import { proveNumber, settleWriter, type Writer } from './whose-number.ts'
import { type WrittenMessage, writeMessage } from './write-message.ts'

/** Something new is known of it. */
export type KeptMessage = WrittenMessage &
  Writer & {
    /** It proved that the number is a client's second phone. */
    isProof: boolean
    /** When a rule last answered in the chat. */
    answeredAt: string | null
  }

/**
 * WhatsApp says the second alone: what is written in a second comes after what left in it. A gateway's clock may be wrong: nothing was
 * written later than now.
 */
const readMoment = (at: string, says: Said['says'], latest: string): number =>
  Math.min(Date.parse(at) + (says === 'message' ? 999 : 0), Date.parse(latest))

async function lockConversation(db: Db, { phone, alias }: Chat, message: Pick<ChatMessage, 'name'> | null) {
  const select = () =>
    db
      .selectFrom('conversations')
      .select(['id', 'answered_at as answeredAt', 'phone'])
      .select(sql<string>`app_now()`.as('now'))
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

/** A deletion says nothing of its message but which it is. */
const deleted = { edits: null, name: null, kindOfMessage: 'other', text: '', seconds: null, file: null } as const

/**
 * Once, whichever event brings it, also where an edit or a deletion comes first. Null where nothing new was written.
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
  const message: ChatMessage = isRevoked ? { ...event, ...deleted, at: conversation.now } : event
  const says = isRevoked ? 'deletion' : message.edits === null ? 'message' : 'edit'
  const isOwn = event.kind === 'written' || (isRevoked && event.isOwn)
  const at = readMoment(message.at, says, conversation.now)
  const written = await writeMessage(db, conversation.id, message, { says, isOwn, at })
  if (written === null) return null
  if (isOwn) {
    await settle(db, written.conversationId)
    return null
  }
  const isProof = written.isNews && says === 'message' && (await proveNumber(db, conversation.id, message.text))
  const writer = await settleWriter(db, conversation.id)
  await noteName(db, conversation, { name: message.name, at })
  if (!written.isNews) await settle(db, written.conversationId)
  return written.isNews ? { ...written, ...writer, isProof, answeredAt: conversation.answeredAt } : null
}

/** By their newest message. */
async function noteName(
  db: Db,
  { id, phone }: { id: string; phone: string | null },
  { name, at }: { name: string | null; at: number },
): Promise<void> {
  if (name === null) return
  await db
    .updateTable('conversations')
    .set({ name, search_text: searchText(name, phone) })
    .where('id', '=', id)
    .where('last_incoming_at', '<=', new Date(at).toISOString())
    .execute()
}
