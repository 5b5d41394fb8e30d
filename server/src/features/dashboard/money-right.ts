import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * The caller's rights to money, read from the caller's own row as it is at this moment: an admin takes the right away, and the next call is
 * without it.
 * docs/product/reports.md, "Who sees what".
 */
export const caller = sql`(
  select u.type = 'admin' as is_admin, u.type = 'admin' or u.sees_money_reports as sees_money
  from users u where u.id = (select current_user_id()))`

/**
 * Says whether the caller sees sums of money over clients: figures and reports, what all clients owe together, and the amounts in a file
 * that has the invoices or packages of many. What one invoice, package or client is about is no such sum.
 * docs/product/reports.md, "Who sees what".
 */
export async function seesMoney(db: Db): Promise<boolean> {
  const { rows } = await sql<{ seesMoney: boolean }>`select me.sees_money as "seesMoney" from ${caller} me`.execute(db)
  return rows[0]?.seesMoney ?? false
}

/** Throws `forbidden` for a caller who does not see money, or is no admin where only admins may. */
export async function requireMoney(db: Db, who: 'seers' | 'admins' = 'seers'): Promise<void> {
  const { rows } = await sql<{ isAdmin: boolean; seesMoney: boolean }>`
    select me.is_admin as "isAdmin", me.sees_money as "seesMoney" from ${caller} me`.execute(db)
  const [me] = rows
  if (!(who === 'admins' ? me?.isAdmin : me?.seesMoney)) throw new AppError('forbidden')
}
