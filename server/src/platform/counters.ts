import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

export type Counted = 'client' | 'package' | 'invoice'

/**
 * The next number of the company, counting one more living row; its lock is held to the end of the transaction, so that
 * numbers have no gaps and no repeats. Take it as late as possible.
 */
export async function takeNumber(db: Db, kind: Counted): Promise<number> {
  const { last_number } = await db
    .updateTable('company_counters')
    .set({ last_number: sql`last_number + 1`, live_count: sql`live_count + 1` })
    .where('kind', '=', kind)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** One living row less; its number is never given again. */
export async function countRemoved(db: Db, kind: Counted): Promise<void> {
  await db
    .updateTable('company_counters')
    .set({ live_count: sql`live_count - 1` })
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
}

/** The count of living rows as a sub-select, so that a list and its total are one statement. */
export const findLiveCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select live_count from company_counters where kind = ${sql.lit(kind)})`

/** The count of all rows ever made, as a sub-select. */
export const findTotalCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select last_number from company_counters where kind = ${sql.lit(kind)})`
