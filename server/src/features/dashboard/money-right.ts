import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** Reads the caller's row as it is now, so that a removed right ends with the next call. docs/product/reports.md, "Who sees what". */
export const caller = sql`(
  select u.type = 'admin' as is_admin, u.type = 'admin' or u.sees_money_reports as sees_money
  from users u where u.id = (select current_user_id()))`

/** Concerns sums over clients; amounts of one invoice, package or client are always seen. docs/product/reports.md, "Who sees what". */
export async function seesMoney(db: Db): Promise<boolean> {
  const { rows } = await sql<{ seesMoney: boolean }>`select me.sees_money as "seesMoney" from ${caller} me`.execute(db)
  return rows[0]?.seesMoney ?? false
}

export async function requireMoney(db: Db, who: 'seers' | 'admins' = 'seers'): Promise<void> {
  const { rows } = await sql<{ isAdmin: boolean; seesMoney: boolean }>`
    select me.is_admin as "isAdmin", me.sees_money as "seesMoney" from ${caller} me`.execute(db)
  const [me] = rows
  if (!(who === 'admins' ? me?.isAdmin : me?.seesMoney)) throw new AppError('forbidden')
}
