import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { notifyReceived } from '../messages/notify/notify-voucher.ts'
import { readSentEntries, readSpan, type Span, selectReactions } from '../messages/queue/sent-entries.ts'
import { getFile } from '../received-files/received-files.ts'
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
      case when m.file_state is not null then json_build_object('id', case when f.content is not null then f.id end,
        'name', m.file_name, 'state', case when m.file_state = 'kept' and f.content is null then 'expired' else m.file_state end)
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

/** Once: later calls change nothing. Throws `not_found` for what no rule answered here. docs/product/auto-answers.md, "No era eso". */
export async function noteMiss(db: Db, id: string, messageId: string): Promise<null> {
  const answer = await db
    .selectFrom('messages')
    .select('missed_at')
    .where('id', '=', messageId)
    .where('conversation_id', '=', id)
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

/** Throws `not_found` if a file is of another conversation. */
async function requireOwn(db: Db, id: string, fileId: string): Promise<void> {
  const own = await db
    .selectFrom('conversation_messages')
    .select('id')
    .where('conversation_id', '=', id)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (!own) throw new AppError('not_found')
}

/** Throws `not_found`, `file_expired`. */
export async function getConversationFile(db: Db, id: string, fileId: string): Promise<FileOrder> {
  await requireOwn(db, id, fileId)
  return await getFile(db, fileId)
}

/** A voucher that already waits stays. docs/product/conversations.md, "Files". */
export async function verifyFile(db: Db, id: string, fileId: string): Promise<{ id: string }> {
  const { client } = await getConversation(db, id)
  await requireOwn(db, id, fileId)
  if (client === null) throw new AppError('chat_without_client')
  const { id: voucherId, isNew } = await receiveVoucher(db, { clientId: client.id, fileId, ...ofConversation })
  if (isNew) await notifyReceived(db, voucherId)
  return { id: voucherId }
}
