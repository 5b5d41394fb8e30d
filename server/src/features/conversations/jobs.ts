import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mostReceivedBytes, type ReceivedFile, readReceivedFile } from '../../platform/http/received-file.ts'
import type { Job } from '../../platform/process/worker.ts'
import type { Gateway } from '../../platform/whatsapp/gateway.ts'
import { storeFile } from '../received-files/received-files.ts'
import { ofConversation, receiveVoucher } from '../vouchers/receive-voucher.ts'

type Claimed = { company_id: string; message_id: string; path: string; is_late: boolean }

/** Returns null for a file that is gone, or is neither picture nor PDF. Throws `unavailable`. */
async function readFile(gateway: Gateway, company: string, path: string): Promise<ReceivedFile | null> {
  const bytes = await gateway.readFile(path, mostReceivedBytes)
  if (bytes === null) return null
  try {
    return await readReceivedFile({ company, rank: 'client', origin: 'whatsapp' }, bytes)
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_not_usable') return null
    throw error
  }
}

/** Null notes that the file is gone. */
async function keepFile(db: Db, messageId: string, file: ReceivedFile | null): Promise<void> {
  const message = await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as v', 'v.id', 'm.conversation_id')
    .select(['m.file_name as name', 'v.client_id as clientId'])
    .where('m.id', '=', messageId)
    .where('m.file_state', '=', 'fetching')
    .forUpdate('m')
    .executeTakeFirst()
  if (!message) return
  const fetched = { file_path: null, fetch_at: null }
  const kept =
    file === null
      ? ({ ...fetched, file_state: 'lost' } as const)
      : ({ ...fetched, file_state: 'kept', file_id: await storeFile(db, { ...message, file }) } as const)
  await db.updateTable('conversation_messages').set(kept).where('id', '=', messageId).execute()
  if (
    message.clientId !== null &&
    kept.file_state === 'kept' &&
    (await isAnsweredAsVoucher(db, messageId, message.clientId))
  ) {
    // Too many wait, or the client is gone: the file is kept all the same.
    await receiveVoucher(db, { clientId: message.clientId, fileId: kept.file_id, ...ofConversation }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
      },
    )
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

/** Tries again while the gateway does not answer, for up to an hour. docs/product/conversations.md, "Files". */
export const fetchingJob = (database: Database, gateway: Gateway, everyMs = 500): Job => ({
  name: 'conversations files',
  everyMs,
  async run() {
    const claimed = await database.withoutCompany(
      async (db) => (await sql<Claimed>`select * from claim_incoming_file()`.execute(db)).rows[0],
    )
    if (!claimed) return false
    const file = await readFile(gateway, claimed.company_id, claimed.path).catch((error: unknown) => {
      if (claimed.is_late) return null
      throw error
    })
    await database.asUser({ companyId: claimed.company_id, userId: '' }, (db) => keepFile(db, claimed.message_id, file))
    return true
  },
})
