import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  mostReceivedBytes,
  type ReceivedFile,
  readReceivedAudio,
  readReceivedFile,
} from '../../platform/http/received-file.ts'
import type { Job } from '../../platform/process/worker.ts'
import type { Gateway } from '../../platform/whatsapp/gateway.ts'
import { hasFileRoom, storeFile } from '../received-files/received-files.ts'
import { ofConversation, receiveVoucher } from '../vouchers/receive-voucher.ts'
import { readWish } from '../whatsapp/read-wish.ts'
import { chooseAnswer, type Question, sendAnswer } from './receive-event.ts'
import { settleWriter } from './whose-number.ts'

type Claimed = { company_id: string; message_id: string; path: string; is_late: boolean }

/** Returns null for a file that is gone, or is none of a kind that is kept. Throws `unavailable`. */
async function readFile(
  gateway: Gateway,
  { company_id: company, path }: Claimed,
  isAudio: boolean,
): Promise<ReceivedFile | null> {
  const bytes = await gateway.readFile(path, mostReceivedBytes)
  if (bytes === null) return null
  try {
    if (isAudio) return readReceivedAudio(bytes)
    return await readReceivedFile({ company, rank: 'client', origin: 'whatsapp' }, bytes)
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_not_usable') return null
    throw error
  }
}

/** Locks the chat first, as a message that comes does. */
async function lockFetching(db: Db, messageId: string) {
  await db
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', (rows) =>
      rows.selectFrom('conversation_messages').select('conversation_id').where('id', '=', messageId),
    )
    .forUpdate()
    .execute()
  return await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as v', 'v.id', 'm.conversation_id')
    .select(['m.file_name as name', 'm.is_own as isOwn', 'm.kind', 'm.body', 'm.written_at as writtenAt'])
    .select(['v.id as conversationId', 'v.client_id as clientId'])
    .where('m.id', '=', messageId)
    .where('m.file_state', '=', 'fetching')
    .forUpdate('m')
    .executeTakeFirst()
}

/** Asked before the file is read. */
async function lookBefore(db: Db, messageId: string): Promise<{ hasRoom: boolean; isAudio: boolean }> {
  const { clientId, conversationId, kind } = await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as v', 'v.id', 'm.conversation_id')
    .select(['v.id as conversationId', 'v.client_id as clientId', 'm.kind'])
    .where('m.id', '=', messageId)
    .executeTakeFirstOrThrow()
  return { hasRoom: await hasFileRoom(db, { clientId, conversationId }), isAudio: kind === 'audio' }
}

/** Null notes that the file is gone; a quiet one is answered by no rule and becomes no voucher. */
async function keepFile(db: Db, messageId: string, file: ReceivedFile | null, isQuiet = false): Promise<void> {
  const message = await lockFetching(db, messageId)
  if (!message) return
  const fetched = { file_path: null, fetch_at: null }
  const kept =
    file === null
      ? ({ ...fetched, file_state: 'lost' } as const)
      : ({
          ...fetched,
          file_state: 'kept',
          file_id: await storeFile(db, { clientId: message.clientId, name: message.name, file }),
        } as const)
  await db.updateTable('conversation_messages').set(kept).where('id', '=', messageId).execute()
  // A voice message was answered when it came.
  if (message.isOwn || isQuiet || message.kind === 'audio') return
  const { kind, body: text, writtenAt, conversationId } = message
  const writer = await settleWriter(db, conversationId)
  const fileState = kept.file_state
  const question = { id: messageId, conversationId, ...writer, isProof: false, kind, text, writtenAt, fileState }
  await answerFile(db, question, fileState === 'kept' ? kept.file_id : null)
}

/** The message waits for a person, whatever is answered. docs/product/conversations.md, "Files". */
async function answerFile(db: Db, question: Question, fileId: string | null): Promise<void> {
  const { id, clientId } = question
  const isAnswered = clientId !== null && (await isAnsweredAsVoucher(db, id, clientId))
  const answer = await chooseAnswer(db, question, question.writtenAt, readWish(question.text))
  if ((isAnswered || answer?.rule === 'voucher') && !(await isTaken(db, clientId, fileId))) return
  if (answer) await sendAnswer(db, question, answer)
}

/** Says whether the file became a voucher; a person looks at one too many. */
async function isTaken(db: Db, clientId: string | null, fileId: string | null): Promise<boolean> {
  if (clientId === null || fileId === null) return false
  try {
    await receiveVoucher(db, { clientId, fileId, ...ofConversation })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Says whether the rule for files has answered it. */
async function isAnsweredAsVoucher(db: Db, messageId: string, clientId: string): Promise<boolean> {
  const answer = await db
    .selectFrom('messages')
    .select('answer_rule as rule')
    .where('event_key', '=', `answer:${messageId}`)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return answer?.rule === 'voucher'
}

/** Tries again for up to an hour; then what fails is left out, the answer before the file. docs/product/conversations.md, "Files". */
export const fetchingJob = (database: Database, gateway: Gateway, everyMs = 500): Job => ({
  name: 'conversations files',
  everyMs,
  async run() {
    const claimed = await database.withoutCompany(
      async (db) => (await sql<Claimed>`select * from claim_incoming_file()`.execute(db)).rows[0],
    )
    if (!claimed) return false
    const forCompany = <T>(run: (db: Db) => Promise<T>) =>
      database.asUser({ companyId: claimed.company_id, userId: '' }, run)
    const keep = (file: ReceivedFile | null, isQuiet = false) =>
      forCompany((db) => keepFile(db, claimed.message_id, file, isQuiet))
    const { hasRoom, isAudio } = await forCompany((db) => lookBefore(db, claimed.message_id))
    const file = hasRoom
      ? await readFile(gateway, claimed, isAudio).catch((error: unknown) => {
          if (claimed.is_late) return null
          throw error
        })
      : null
    const kept = keep(file)
    await (claimed.is_late ? kept.catch(() => keep(file, true)).catch(() => keep(null, true)) : kept)
    return true
  },
})
