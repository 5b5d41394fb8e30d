import type { Collection } from '@casillero/shared/contract/collections'
import type { Voucher, VoucherAcceptance } from '@casillero/shared/contract/vouchers'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { lockClientMoney } from '../clients/queries.ts'
import { collect } from '../collections/collect.ts'
import { notifyVoucher } from '../messages/notify/notify-voucher.ts'
import { getVoucher, isRepeated } from './voucher-view.ts'

/** If one transfer comes from two clients, the second finds what the first saved. */
const lockRegistering = async (db: Db): Promise<unknown> =>
  await sql`select pg_advisory_xact_lock(hashtextextended('vouchers registered by ' || current_company(), 0))`.execute(
    db,
  )

/** Locks as collecting does. Throws `not_found`, `voucher_decided`. */
async function lockPending(db: Db, id: string): Promise<{ clientId: string; reference: string | null }> {
  const vouchers = db.selectFrom('vouchers as v').where('v.id', '=', id)
  const found = await vouchers.select('v.client_id as clientId').executeTakeFirst()
  if (!found) throw new AppError('not_found')
  await lockClientMoney(db, found.clientId)
  const locked = await vouchers
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .leftJoin('users as u', 'u.id', 'v.decided_by')
    .select([
      'v.client_id as clientId',
      'v.reference',
      'v.state',
      'v.decided_at as decidedAt',
      'u.full_name as fullName',
    ])
    .forUpdate('v')
    .executeTakeFirstOrThrow()
  if (locked.clientId !== found.clientId) throw new AppError('client_merged')
  if (locked.state !== 'pending') {
    throw new AppError('voucher_decided', {
      values: {
        user: locked.fullName ?? '',
        deed: locked.state === 'accepted' ? 'registró' : 'rechazó',
        at: locked.decidedAt === null ? '' : formatDateTime(locked.decidedAt),
      },
    })
  }
  return { clientId: locked.clientId, reference: locked.reference }
}

const decided = { decided_by: sql<string>`current_user_id()`, decided_at: sql<string>`app_now()` }

/**
 * Registers it as a collection of its client. Throws `voucher_repeated` if file or reference was used before and no reason is given to
 * count it again. docs/product/vouchers.md, "Verifying".
 */
export async function acceptVoucher(
  db: Db,
  id: string,
  { repeatReason, ...draft }: VoucherAcceptance,
  caller: Session,
): Promise<{ voucher: Voucher; collection: Collection }> {
  await lockRegistering(db)
  const { clientId, reference: sent } = await lockPending(db, id)
  // A clerk may correct the client's reference, but not leave it out.
  const isTyped = draft.payments.some(({ reference }) => reference !== null)
  const payments = isTyped ? draft.payments : draft.payments.map((one) => ({ ...one, reference: sent }))
  const needsReason = await isRepeated(db, id, payments)
  if (needsReason && repeatReason === null) throw fieldError('voucher_repeated', 'repeatReason')
  const collection = await collect(db, clientId, draft, caller, { keepsCredit: true })
  await db
    .updateTable('vouchers')
    .set({
      state: 'accepted',
      collection_id: collection.id,
      repeat_reason: needsReason ? repeatReason : null,
      ...decided,
    })
    .where('id', '=', id)
    .execute()
  const voucher = await getVoucher(db, id)
  await notifyVoucher(db, { id, clientId, occasion: 'voucher_accepted', amounts: collection.payments, reason: '' })
  return { voucher, collection: { ...collection, voucherId: id } }
}

/** docs/product/vouchers.md, "Verifying". */
export async function rejectVoucher(db: Db, id: string, { reason }: { reason: string }): Promise<Voucher> {
  const { clientId } = await lockPending(db, id)
  await db
    .updateTable('vouchers')
    .set({ state: 'rejected', reject_reason: reason, ...decided })
    .where('id', '=', id)
    .execute()
  await notifyVoucher(db, { id, clientId, occasion: 'voucher_rejected', amounts: [], reason })
  return await getVoucher(db, id)
}
