import { isPlainWish } from '@casillero/shared/domain/plain-question'
import { searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Chat, ChatKind, ChatMessage, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { answerMessage } from '../auto-answers/answer-message.ts'
import { confirmWish } from '../auto-answers/confirm-wish.ts'
import { enqueueReply } from '../messages/queue/enqueue-reply.ts'
import { receiveSignup } from '../signups/receive-signup.ts'
import { type ChatEvent, findWriter, heedReply, isSentFromHere, takeEvent } from '../whatsapp/apply-event.ts'
import type { Wish } from '../whatsapp/read-wish.ts'
import { type KnownMessage, mergeMessage, type Said } from './merge-message.ts'
import { isTalking } from './phone-answers.ts'
import { attendMessage, settle } from './waiting.ts'
import { proveNumber, settleWriter, type Writer } from './whose-number.ts'

/** `isNews`: the message has something new to answer. */
type WrittenMessage = {
  id: string
  conversationId: string
  kind: ChatKind
  text: string
  isEdited: boolean
  writtenAt: string
  isNews: boolean
  fileState: string | null
}

const longestBody = 20_000
const cutSign = '… [sigue en el teléfono]'
const now = sql<string>`clock_timestamp()`
const clip = (text: string, most: number) => [...text.toWellFormed().replaceAll('\0', '')].slice(0, most).join('')
const readBody = (text: string): string => {
  const most = clip(text, longestBody + 1)
  return [...most].length > longestBody ? clip(most, longestBody - cutSign.length) + cutSign : most
}
/** Without path and marks of direction, by which a name shows another ending. */
const readFileName = (name: string): string => clip(name.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/^.*[\\/]/, ''), 120)
const toInstant = (moment: number): string => new Date(moment).toISOString()
const toInstantOrNull = (moment: number | null) => (moment === null ? null : toInstant(moment))
const toMoment = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

async function lockMessage(
  db: Db,
  gatewayId: string,
  isOwn: boolean,
): Promise<(KnownMessage & { id: string; fileState: string | null }) | undefined> {
  const row = await db
    .selectFrom('conversation_messages')
    .select(['id', 'kind', 'body', 'file_state', 'written_at', 'edited_at', 'revoked_at', 'waits_from'])
    .where('gateway_message_id', '=', gatewayId)
    .where('is_own', '=', isOwn)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    kind: row.kind,
    text: row.body,
    fileState: row.file_state,
    writtenAt: Date.parse(row.written_at),
    editedAt: toMoment(row.edited_at),
    isRevoked: row.revoked_at !== null,
    waitsFrom: toMoment(row.waits_from),
  }
}

/** Columns of the file, and of the audio's length. Audio is fetched when staff press it. */
function storeContent({ seconds, file, kindOfMessage }: ChatMessage, hasFile: boolean) {
  const length = seconds === null ? {} : { seconds: Math.max(0, Math.round(seconds)) }
  if (file === null || hasFile) return length
  if (kindOfMessage === 'audio') return { ...length, audio_path: file.path }
  const isFetched = file.path !== null
  return {
    ...length,
    file_name: file.name ? readFileName(file.name) || null : null,
    file_path: file.path,
    file_state: isFetched ? ('fetching' as const) : ('lost' as const),
    fetch_at: isFetched ? now : null,
  }
}

/** The file was not available when its message first came. */
async function fetchAfterAll(db: Db, id: string, path: string): Promise<void> {
  await db
    .updateTable('conversation_messages')
    .set({ file_path: path, file_state: 'fetching', fetch_at: now })
    .where('id', '=', id)
    .execute()
}

/** Null where the event says nothing new. */
async function writeMessage(
  db: Db,
  conversationId: string,
  message: ChatMessage,
  event: Pick<Said, 'says' | 'isOwn' | 'at'>,
): Promise<WrittenMessage | null> {
  const gatewayId = message.edits ?? message.messageId
  const known = await lockMessage(db, gatewayId, event.isOwn)
  const path = message.kindOfMessage === 'audio' ? null : message.file?.path
  // Lists of messages repeat a lost file again and again.
  if (known?.fileState === 'lost' && path != null && !path.startsWith('#')) await fetchAfterAll(db, known.id, path)
  const said = { ...event, kind: message.kindOfMessage, text: readBody(message.text) }
  const merged = mergeMessage(known, said)
  if (merged === null) return null
  const { kind, text, writtenAt, editedAt, isNews } = merged
  const values = {
    kind,
    body: text,
    search_text: searchText(text),
    written_at: toInstant(writtenAt),
    edited_at: toInstantOrNull(editedAt),
    waits_from: toInstantOrNull(merged.waitsFrom),
    ...(event.says === 'deletion' ? { revoked_at: now } : {}),
    ...storeContent(message, known !== undefined && known.fileState !== null),
  }
  const place = { conversation_id: conversationId, gateway_message_id: gatewayId, is_own: event.isOwn }
  const row = known
    ? await db
        .updateTable('conversation_messages')
        .set(values)
        .where('id', '=', known.id)
        .returning(['id', 'conversation_id as conversationId', 'file_state as fileState'])
        .executeTakeFirst()
    : await db
        .insertInto('conversation_messages')
        .values({ ...place, ...values })
        .onConflict((same) => same.columns(['company_id', 'gateway_message_id']).doNothing())
        .returning(['id', 'conversation_id as conversationId', 'file_state as fileState'])
        .executeTakeFirst()
  return row ? { ...row, kind, text, isEdited: editedAt !== null, writtenAt: values.written_at, isNews } : null
}

/** A message of which something new is known. */
type KeptMessage = WrittenMessage &
  Writer & {
    /** The message proved that the number is a client's second phone. */
    isProof: boolean
    /** When a rule last answered in the chat. */
    answeredAt: string | null
  }

/**
 * Milliseconds. WhatsApp gives whole seconds: an incoming message follows what left in its second. The gateway's clock may be wrong, so no
 * message is later than now.
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

/** A deletion only says which message it is about. */
const deleted = { edits: null, name: null, kindOfMessage: 'other', text: '', seconds: null, file: null } as const

/**
 * Keeps a message once, whichever event brings it; an edit or a deletion may come first. Null if nothing new was written.
 * docs/product/conversations.md, "What is kept".
 */
async function keepMessage(db: Db, event: ChatEvent, phone: string | null): Promise<KeptMessage | null> {
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

/** The name comes from the newest message. */
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

/** `isEnough`: no person has to look as well. */
type ByRule = { isAnswered: boolean; isEnough: boolean }

const nothing: ByRule = { isAnswered: false, isEnough: false }

const proven = { rule: 'proven', text: 'Listo: ya puede escribirnos desde este número.' } as const

export type Question = Pick<KeptMessage, 'id' | 'conversationId' | 'clientId' | 'isShared' | 'isHeld' | 'isProof'> &
  Pick<KeptMessage, 'text' | 'kind' | 'writtenAt' | 'fileState'>

export async function chooseAnswer(db: Db, kept: Question, at: string, wish: Wish) {
  const { conversationId, clientId, isShared, isHeld, isProof, text, kind, writtenAt, fileState } = kept
  if (isProof) return proven
  if (isHeld) return null
  // What is said of a file depends on whether it can be kept.
  if (wish === 'near' || (wish === 'none' && fileState === 'fetching')) return null
  if (wish !== 'none')
    return clientId === null && !isShared ? null : await confirmWish(db, { conversationId, clientId, wish })
  // A person must say which client writes from a shared number. An event without content asks for nothing.
  if (isShared || (kind === 'other' && text === '')) return null
  if (await isTalking(db, conversationId, writtenAt)) return null
  const isFileLost = fileState === 'lost'
  return await answerMessage(db, { conversationId, clientId, text, kindOfMessage: kind, at, isFileLost })
}

type Answer = NonNullable<Awaited<ReturnType<typeof chooseAnswer>>>

/** Returns false if the message has its answer, or the number is hidden. */
export async function sendAnswer(
  db: Db,
  { id, conversationId, clientId }: Question,
  answer: Pick<Answer, 'text'> & { rule: string },
  eventKey = `answer:${id}`,
): Promise<boolean> {
  const phone = await findNumber(db, conversationId)
  if (phone === null) return false
  const written = await enqueueReply(db, {
    ...{ eventKey, occasion: 'answer', rule: answer.rule },
    ...{ conversationId, clientId, phone, text: answer.text },
  })
  if (written === null) return false
  await db
    .updateTable('conversations')
    .set({ answered_at: sql<string>`clock_timestamp()` })
    .where('id', '=', conversationId)
    .execute()
  return true
}

/** Also confirms that notices stop or start again. docs/product/auto-answers.md, "Limits". */
async function answerByRule(db: Db, kept: KeptMessage, message: ChatMessage, wish: Wish): Promise<ByRule> {
  const answer = await chooseAnswer(db, kept, message.at, wish)
  // An edit may ask for an end of notices after the first text was answered.
  const key = kept.isEdited && wish !== 'none' ? `answer:${kept.id}:${wish}` : undefined
  if (answer === null || !(await sendAnswer(db, kept, answer, key))) return nothing
  return { isAnswered: true, isEnough: 'isEnough' in answer ? answer.isEnough : true }
}

/** Milliseconds. A client who writes again so soon was not helped by the answer. */
const answeredForMs = 10 * 60_000

/** The message waits for a person unless the answer is enough. */
async function respond(db: Db, kept: KeptMessage, message: ChatMessage, wish: Wish): Promise<void> {
  const { id, conversationId, answeredAt } = kept
  const { isAnswered, isEnough: helps } = await answerByRule(db, kept, message, wish)
  const isAgain = answeredAt !== null && Date.now() - Date.parse(answeredAt) < answeredForMs
  const isPlain = wish === 'in' || wish === 'out' ? isPlainWish(kept.text) : isAnswered && helps && !isAgain
  const isEnough = (isPlain && !kept.isHeld) || kept.isProof
  // A person must look at a file, and at a message whose first text differed.
  if (isEnough && kept.kind === 'text' && !kept.isEdited) await attendMessage(db, id)
  await settle(db, conversationId)
}

/** Returns true for a message that is of a request to become a client, which no rule answers. */
async function answerSignup(db: Db, kept: KeptMessage, message: ChatMessage): Promise<boolean> {
  const { id, conversationId, text, isEdited, kind } = kept
  if (isEdited || kind !== 'text' || kept.isProof) return false
  const { phone, alias } = message
  const known = phone ?? (await findNumber(db, conversationId))
  const outcome = await receiveSignup(db, { conversationId, phone: known, alias, text })
  if (outcome === null) return false
  const { clientId } = outcome
  if (outcome.text !== null) await sendAnswer(db, { ...kept, clientId }, { rule: 'signup', text: outcome.text })
  if (outcome.isEnough) await attendMessage(db, id)
  await settle(db, conversationId)
  return true
}

const findNumber = async (db: Db, conversationId: string): Promise<string | null> => {
  const chat = await db.selectFrom('conversations').select('phone').where('id', '=', conversationId).executeTakeFirst()
  return chat?.phone ?? null
}

/**
 * Handles each message once: keeps it, answers it if a rule fits, else lets it wait for a person.
 * Returns true for what a client wrote that was not known. docs/product/conversations.md, "What is kept".
 */
export async function receiveEvent(db: Db, event: GatewayEvent, isFresh = true): Promise<boolean> {
  const said = await takeEvent(db, event, isFresh)
  if (said === null) return false
  const writer = await findWriter(db, said)
  const kept = await keepMessage(db, said, writer)
  if (kept === null || said.kind !== 'incoming') return false
  // The same message comes in several events; an edit may add a wish.
  const wish = await heedReply(db, said, writer)
  if (!(await answerSignup(db, kept, said))) await respond(db, kept, said, wish)
  return true
}
