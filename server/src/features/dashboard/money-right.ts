import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * What the caller may see, by the caller's own row as it is at this moment: an admin takes the right away, and the next call is
 * without it.
 * docs/product/reports.md, "Who sees what".
 */
export const caller = sql`(
  select u.type = 'admin' as is_admin, u.type = 'admin' or u.sees_money_reports as sees_money
  from users u where u.id = (select current_user_id()))`

/** Throws `forbidden` for a caller who does not see money, or is no admin where only admins may. */
export async function requireMoney(db: Db, who: 'seers' | 'admins' = 'seers'): Promise<void> {
  const { rows } = await sql<{ isAdmin: boolean; seesMoney: boolean }>`
    select me.is_admin as "isAdmin", me.sees_money as "seesMoney" from ${caller} me`.execute(db)
  const [me] = rows
  if (!(who === 'admins' ? me?.isAdmin : me?.seesMoney)) throw new AppError('forbidden')
}
