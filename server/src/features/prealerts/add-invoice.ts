import type { Prealert } from '@casillero/shared/contract/prealerts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Party } from '../../platform/database/fair-turns.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { mostReceivedBytes, readReceivedFile } from '../../platform/http/received-file.ts'
import type { UploadedFile } from '../../platform/http/upload.ts'
import { requireFileRoom, storeFile } from '../received-files/received-files.ts'
import { getPrealert } from './prealert-view.ts'

/** Locks one that is not cancelled. Throws `not_found`. */
async function lockLiving(db: Db, id: string): Promise<{ clientId: string; digest: Buffer | null }> {
  const row = await db
    .selectFrom('prealerts as a')
    .leftJoin('received_files as f', 'f.id', 'a.file_id')
    .select(['a.client_id as clientId', 'f.digest'])
    .where('a.id', '=', id)
    .where('a.cancelled_at', 'is', null)
    .forUpdate('a')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Works for expected and received ones; the same file again changes nothing. Draws the picture between two transactions.
 * docs/product/prealerts.md, "Announcing".
 */
export async function addInvoice(
  asCaller: AsCaller,
  id: string,
  { content = '', file: sent, party }: { content: string | undefined; file: UploadedFile | null; party: Party },
): Promise<Prealert> {
  await asCaller(async (db) => {
    await lockLiving(db, id)
    await requireFileRoom(db)
  })
  if (sent && sent.size > mostReceivedBytes) throw fieldError('file_not_usable', 'file')
  const file = await readReceivedFile(party, sent ? await sent.read() : Buffer.from(content, 'base64'))
  return await asCaller(async (db) => {
    const { clientId, digest } = await lockLiving(db, id)
    if (digest?.equals(file.digest)) return await getPrealert(db, id)
    const fileId = await storeFile(db, { clientId, name: sent?.name ?? null, file })
    await db
      .updateTable('prealerts')
      .set({ file_id: fileId, updated_at: sql`app_now()` })
      .where('id', '=', id)
      .execute()
    return await getPrealert(db, id)
  })
}
