import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** Per client. */
export const mostPendingVouchers = 10

/** Finds one with the same file; undefined if there is none. */
export async function findPending(db: Db, clientId: string, digest: Buffer): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('vouchers as v')
    .innerJoin('received_files as f', 'f.id', 'v.file_id')
    .select('v.id')
    .where('v.client_id', '=', clientId)
    .where('v.state', '=', 'pending')
    .where('f.digest', '=', digest)
    .executeTakeFirst()
}

/** Null if nothing was typed. */
type NewVoucher = {
  clientId: string
  fileId: string
  source: 'page' | 'conversation'
  amount: number | null
  currencyId: string | null
  reference: string | null
}

/** Over WhatsApp nothing is typed. */
export const ofConversation = { source: 'conversation', amount: null, currencyId: null, reference: null } as const

/** Returns a waiting voucher with the same file instead. docs/product/vouchers.md, "Receiving". */
export async function receiveVoucher(
  db: Db,
  { clientId, fileId, source, amount, currencyId, reference }: NewVoucher,
): Promise<{ id: string; isNew: boolean }> {
  // Makes the second of two simultaneous vouchers see the first.
  const client = await db
    .selectFrom('clients')
    .select('casillero')
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const file = await db
    .selectFrom('received_files')
    .select(['digest', 'client_id as clientId'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!client || !file) throw new AppError('not_found')
  const waiting = await findPending(db, clientId, file.digest)
  if (waiting) return { id: waiting.id, isNew: false }
  const pending = await db
    .selectFrom('vouchers')
    .select('id')
    .where('client_id', '=', clientId)
    .where('state', '=', 'pending')
    .execute()
  if (pending.length >= mostPendingVouchers) throw new AppError('too_many_vouchers')
  // The file came before its client was known.
  if (file.clientId === null) {
    await db.updateTable('received_files').set({ client_id: clientId }).where('id', '=', fileId).execute()
  }
  const { id } = await db
    .insertInto('vouchers')
    .values({
      client_id: clientId,
      casillero: client.casillero,
      file_id: fileId,
      source,
      amount,
      currency_id: currencyId,
      reference,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, isNew: true }
}
