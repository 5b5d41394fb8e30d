import type { CashAmount } from '@casillero/shared/contract/cash'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockSession } from './hold-session.ts'

const lastCount = (db: Db, id: string) =>
  db
    .selectFrom('cash_counts as n')
    .select(['n.currency_id as currencyId', 'n.amount'])
    .where('n.session_id', '=', id)
    .where('n.attempt', '=', sql<number>`(select max(o.attempt) from cash_counts o where o.session_id = ${id})`)
    .execute()

/** A currency that the company never had cannot be counted. */
async function refuseUnknown(db: Db, counts: readonly CashAmount[]): Promise<void> {
  const ids = counts.map(({ currencyId }) => currencyId)
  const known = await db.selectFrom('currencies').select('id').where('id', '=', matchAny(ids)).execute()
  const unknown = ids.find((id) => !known.some((currency) => currency.id === id))
  if (unknown === undefined) return
  throw new AppError('invalid', { fields: { [`counts.${ids.indexOf(unknown)}.currencyId`]: 'Elija una moneda' } })
}

async function insertCount(db: Db, id: string, counts: readonly CashAmount[]): Promise<void> {
  await refuseUnknown(db, counts)
  const attempt = sql<number>`(select coalesce(max(n.attempt), 0) + 1 from cash_counts n where n.session_id = ${id})`
  await db
    .insertInto('cash_counts')
    .values(counts.map(({ currencyId, amount }) => ({ session_id: id, attempt, currency_id: currencyId, amount })))
    .execute()
}

/** Stores the count before comparing it, so that none is tried out unseen. docs/product/cash.md, "Closing". */
export async function keepCount(db: Db, id: string, counts: readonly CashAmount[], caller: Session): Promise<void> {
  await lockSession(db, id, caller)
  if (counts.length === 0) return
  await insertCount(db, id, counts)
  // For the log, which has the changes of a turno.
  await db.updateTable('cash_sessions').set({ counted_at: sql`app_now()` }).where('id', '=', id).execute()
}

/** Closing with the last stored count stores no other one. Throws as `keepCount`. */
export async function keepNewCount(db: Db, id: string, counts: readonly CashAmount[], caller: Session): Promise<void> {
  await lockSession(db, id, caller)
  const last = await lastCount(db, id)
  const isSame =
    last.length === counts.length &&
    counts.every((count) => last.some((row) => row.currencyId === count.currencyId && row.amount === count.amount))
  if (!isSame && counts.length > 0) await insertCount(db, id, counts)
}
