import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { notifyReceived } from '../messages/notify/notify-voucher.ts'
import { readSentEntries, readSpan, type Span, selectReactions } from '../messages/queue/sent-entries.ts'
import { getFile, hasFileRoom } from '../received-files/received-files.ts'
import { ofConversation, receiveVoucher } from '../vouchers/receive-voucher.ts'
import { getConversation } from './conversation-view.ts'
import { readNotes } from './notes.ts'
import { listRepliers } from './repliers.ts'

const shownAtOnce = 50

type Asked = {
  before?: string | undefined
  after?: string | undefined
  /** An entry. */
  around?: string | undefined
  limit?: number | undefined
}

async function readWritten(db: Db, id: string, span: Span): Promise<ThreadEntry[]> {
  const { where, order } = readSpan(span, sql`m.written_at`, sql`m.id`)
  const { rows } = await sql<ThreadEntry>`
    select m.id, case when m.is_own then 'phone' else 'client' end as source, null as author, m.kind, m.body as text, m.seconds,
      case when m.file_state is not null or m.audio_path is not null then json_build_object(
        'id', case when f.content is not null then f.id end, 'name', m.file_name,
        'state', case when m.file_state = 'kept' and f.content is null then 'expired' else coalesce(m.file_state, 'offered') end)
      end as file, null as state, null as error, (select w.id from vouchers w where w.file_id = m.file_id limit 1) as "voucherId",
      false as "isMissed", m.written_at as at,
      m.edited_at is not null as "isEdited", m.revoked_at is not null as "isRevoked", ${selectReactions(sql`m.gateway_message_id`)} as reactions
    from conversation_messages m left join received_files f on f.id = m.file_id
    where m.conversation_id = ${id} and ${where} ${order}`.execute(db)
  return rows
}

type Part = { entries: ThreadEntry[]; isMore: boolean }

/**
 * In the order of the span. Entries of one moment stay together, because the next part begins before or after a moment; an answer has the
 * time of its question, and stands after it.
 */
async function readPart(db: Db, chat: { conversationId: string; clientId: string | null }, span: Span): Promise<Part> {
  const { limit } = span
  const asked = { ...span, limit: limit + 1 }
  const [written, sent, notes] = await Promise.all([
    readWritten(db, chat.conversationId, asked),
    readSentEntries(db, chat, asked),
    readNotes(db, chat.conversationId, asked),
  ])
  const isBack = span.direction === 'back'
  const all = (isBack ? [...notes, ...sent, ...written] : [...written, ...sent, ...notes]).toSorted(
    (a, b) => (Date.parse(b.at) - Date.parse(a.at)) * (isBack ? 1 : -1),
  )
  const next = all[limit]
  const whole = all.slice(0, limit).filter(({ at }) => at !== next?.at)
  return { entries: whole.length > 0 ? whole : all.slice(0, limit), isMore: next !== undefined }
}

async function findMoment(db: Db, id: string, entryId: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select m.written_at as at from conversation_messages m where m.id = ${entryId} and m.conversation_id = ${id}
    union all select r.created_at from messages r where r.id = ${entryId} and r.conversation_id = ${id}
    union all select n.created_at from conversation_notes n where n.id = ${entryId} and n.conversation_id = ${id}`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found.at
}

type Thread = { entries: ThreadEntry[]; before: string | null; after: string | null; repliers: string[] }

/**
 * Returns the oldest first, with all sent and waiting notices and answers, notes, and who is typing a reply.
 * docs/product/conversations.md, "Screen".
 */
export async function readThread(
  db: Db,
  id: string,
  { before, after, around, limit = shownAtOnce }: Asked,
): Promise<Thread> {
  const { client } = await getConversation(db, id)
  const chat = { conversationId: id, clientId: client?.id ?? null }
  const at = around === undefined ? (before ?? null) : await findMoment(db, id, around)
  const none: Part = { entries: [], isMore: false }
  const isForth = around === undefined && after !== undefined
  const [older, newer, repliers] = await Promise.all([
    isForth ? none : readPart(db, chat, { direction: 'back', at, isIn: around !== undefined, limit }),
    isForth || around !== undefined
      ? readPart(db, chat, { direction: 'forth', at: around === undefined ? (after ?? null) : at, isIn: false, limit })
      : none,
    listRepliers(db, id),
  ])
  const entries = [...older.entries.toReversed(), ...newer.entries]
  return {
    entries,
    before: older.isMore ? (entries[0]?.at ?? null) : null,
    after: newer.isMore ? (entries.at(-1)?.at ?? null) : null,
    repliers,
  }
}

/** Once: later calls change nothing. Throws `not_found` for what the thread shows as no rule's answer. docs/product/auto-answers.md, "No era eso". */
export async function noteMiss(db: Db, id: string, messageId: string): Promise<null> {
  const { client } = await getConversation(db, id)
  const answer = await db
    .selectFrom('messages')
    .select('missed_at')
    .where('id', '=', messageId)
    .where((where) => where.or([where('conversation_id', '=', id), where('client_id', '=', client?.id ?? null)]))
    .where('answer_rule', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!answer) throw new AppError('not_found')
  if (answer.missed_at !== null) return null
  await db
    .updateTable('messages')
    .set({ missed_at: sql`app_now()`, missed_by: sql`current_user_id()` })
    .where('id', '=', messageId)
    .execute()
  return null
}

/** Undefined if it did not come in the conversation. */
const findReceived = (db: Db, id: string, fileId: string) =>
  db
    .selectFrom('conversation_messages')
    .select('kind')
    .where('conversation_id', '=', id)
    .where('file_id', '=', fileId)
    .executeTakeFirst()

/** Throws `not_found` for what is no picture or PDF that came in the conversation. */
export async function requireReceived(db: Db, id: string, fileId: string): Promise<void> {
  const received = await findReceived(db, id, fileId)
  if (received === undefined || received.kind === 'audio') throw new AppError('not_found')
}

/**
 * Lets a voice message be fetched, also one that could not be before; anything else stays. Throws `not_found`, `no_file_room`.
 * docs/product/conversations.md, "Files".
 */
export async function fetchAudio(db: Db, id: string, messageId: string): Promise<null> {
  const message = await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as v', 'v.id', 'm.conversation_id')
    .select(['m.audio_path as path', 'm.file_state as state', 'v.client_id as clientId'])
    .where('m.id', '=', messageId)
    .where('v.id', '=', id)
    .forUpdate('m')
    .executeTakeFirst()
  if (message?.path == null) throw new AppError('not_found')
  if (message.state === 'kept' || message.state === 'fetching') return null
  if (!(await hasFileRoom(db, { clientId: message.clientId, conversationId: id }))) throw new AppError('no_file_room')
  await db
    .updateTable('conversation_messages')
    .set({ file_state: 'fetching', file_path: message.path, fetch_at: sql`clock_timestamp()` })
    .where('id', '=', messageId)
    .execute()
  return null
}

/** The thread shows the replies to its client in other chats too. */
async function isSentIn(db: Db, id: string, fileId: string): Promise<boolean> {
  const sent = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as v', (join) =>
      join.on((on) =>
        on.or([on('m.conversation_id', '=', on.ref('v.id')), on('m.client_id', '=', on.ref('v.client_id'))]),
      ),
    )
    .select('m.id')
    .where('v.id', '=', id)
    .where('m.file_id', '=', fileId)
    .executeTakeFirst()
  return sent !== undefined
}

/** Throws `not_found`, `file_expired`. */
export async function getConversationFile(db: Db, id: string, fileId: string): Promise<FileOrder> {
  const isHere = (await isSentIn(db, id, fileId)) || (await findReceived(db, id, fileId)) !== undefined
  if (!isHere) throw new AppError('not_found')
  return await getFile(db, fileId)
}

/** A voucher that already waits stays. docs/product/conversations.md, "Files". */
export async function verifyFile(db: Db, id: string, fileId: string): Promise<{ id: string }> {
  const { client } = await getConversation(db, id)
  await requireReceived(db, id, fileId)
  if (client === null) throw new AppError('chat_without_client')
  const { id: voucherId, isNew } = await receiveVoucher(db, { clientId: client.id, fileId, ...ofConversation })
  if (isNew) await notifyReceived(db, voucherId)
  return { id: voucherId }
}
