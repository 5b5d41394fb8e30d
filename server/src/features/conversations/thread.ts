import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { notifyReceived } from '../messages/notify/notify-voucher.ts'
import { readSentEntries, selectReactions } from '../messages/queue/sent-entries.ts'
import { getFile, hasFileRoom } from '../received-files/received-files.ts'
import { ofConversation, receiveVoucher } from '../vouchers/receive-voucher.ts'
import { getConversation } from './conversation-view.ts'
import { listRepliers } from './repliers.ts'

const shownAtOnce = 50

type Span = { before?: string | undefined; limit?: number | undefined }

async function readWritten(db: Db, id: string, { before, limit }: { before: string | null; limit: number }) {
  const { rows } = await sql<ThreadEntry>`
    select m.id, case when m.is_own then 'phone' else 'client' end as source, null as author, m.kind, m.body as text, m.seconds,
      case when m.file_state is not null or m.audio_path is not null then json_build_object(
        'id', case when f.content is not null then f.id end, 'name', m.file_name,
        'state', case when m.file_state = 'kept' and f.content is null then 'expired' else coalesce(m.file_state, 'offered') end)
      end as file, null as state, null as error, (select w.id from vouchers w where w.file_id = m.file_id limit 1) as "voucherId", m.written_at as at,
      m.edited_at is not null as "isEdited", m.revoked_at is not null as "isRevoked", ${selectReactions(sql`m.gateway_message_id`)} as reactions
    from conversation_messages m left join received_files f on f.id = m.file_id
    where m.conversation_id = ${id} and (${before}::timestamptz is null or m.written_at < ${before}::timestamptz)
    order by m.written_at desc, m.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/**
 * Returns the oldest first, with all sent and waiting notices and answers, and who is typing a reply.
 * docs/product/conversations.md, "Screen".
 */
export async function readThread(
  db: Db,
  id: string,
  { before = undefined, limit = shownAtOnce }: Span,
): Promise<{ entries: ThreadEntry[]; before: string | null; repliers: string[] }> {
  const { client } = await getConversation(db, id)
  const span = { before: before ?? null, limit: limit + 1 }
  const [written, sent, repliers] = await Promise.all([
    readWritten(db, id, span),
    readSentEntries(db, { conversationId: id, clientId: client?.id ?? null }, span),
    listRepliers(db, id),
  ])
  // An answer has the time of its question, and stands after it.
  const newestFirst = [...sent, ...written].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const entries = newestFirst.slice(0, limit)
  const oldest = entries.at(-1)?.at ?? null
  return { entries: entries.toReversed(), before: newestFirst.length > limit ? oldest : null, repliers }
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
