import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { prepare } from './prepare.ts'

export type Counted = 'client' | 'package' | 'invoice'

const incrementCounter = prepare((db, { kind }: { kind: Counted }) =>
  db
    .updateTable('company_counters')
    .set({ last_number: sql`last_number + 1`, live_count: sql`live_count + 1` })
    .where('kind', '=', kind)
    .returning(['last_number as number', sql<string>`uuidv7()`.as('id')]),
)

/**
 * The next number of the company, counting one more row that is not deleted. The lock of the counter is held to the end of
 * the transaction, so that numbers have no gaps and no repeats; take it as late as possible. The fresh id lets the new row and
 * the rows that refer to it be sent together.
 * docs/product/invoices.md, "Number".
 */
export async function takeNumber(db: Db, kind: Counted): Promise<{ number: number; id: string }> {
  const [taken] = await incrementCounter(db, { kind })
  if (!taken) throw new Error(`The company has no counter of the kind ${kind}`)
  return taken
}

/** Counts one row less; its number is never given again. */
export async function countRemoved(db: Db, kind: Counted): Promise<void> {
  await db
    .updateTable('company_counters')
    .set({ live_count: sql`live_count - 1` })
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
}

/**
 * The count of rows that are not deleted, as a sub-select, so that a list and its total are one statement.
 * docs/product/lists-and-forms.md, "Lists".
 */
export const findLiveCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select live_count from company_counters where kind = ${sql.lit(kind)})`

/** The count of all rows ever made, as a sub-select. */
export const findTotalCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select last_number from company_counters where kind = ${sql.lit(kind)})`
