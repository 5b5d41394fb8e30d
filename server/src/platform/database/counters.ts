import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { prepare } from './prepare.ts'

export type Counted =
  | 'client'
  | 'package'
  | 'invoice'
  | 'cash_session'
  | 'handover'
  | 'collection'
  | 'consignment'
  | 'dispatch'

const incrementCounter = prepare((db, { kind }: { kind: Counted }) =>
  db
    .updateTable('company_counters')
    .set({ last_number: sql`last_number + 1`, live_count: sql`live_count + 1` })
    .where('kind', '=', kind)
    .returning(['last_number as number', sql<string>`uuidv7()`.as('id')]),
)

/**
 * Takes the next number of the company, and counts one more row that is not deleted. The lock of the counter is held to the end
 * of the transaction, so that numbers have no gaps and no repeats; take it as late as possible. With the fresh id the new row
 * and the rows that refer to it can be sent together.
 * docs/product/invoices.md, "Number".
 */
export async function takeNumber(db: Db, kind: Counted): Promise<{ number: number; id: string }> {
  const [taken] = await incrementCounter(db, { kind })
  if (!taken) throw new Error(`The company has no counter of the kind ${kind}`)
  return taken
}

/**
 * Takes the next numbers of the company, of which the first is given, and counts as many rows more. The lock is held to the end of the
 * transaction.
 */
async function takeNumbers(db: Db, kind: Counted, count: number): Promise<number> {
  const { last } = await db
    .updateTable('company_counters')
    .set({ last_number: sql`last_number + ${count}::int`, live_count: sql`live_count + ${count}::int` })
    .where('kind', '=', kind)
    .returning('last_number as last')
    .executeTakeFirstOrThrow()
  return last - count + 1
}

/** Takes the next numbers of the company for rows that are written and counted later, and gives the first. */
export async function drawNumbers(db: Db, kind: Counted, count: number): Promise<number> {
  const { last } = await db
    .updateTable('company_counters')
    .set({ last_number: sql`last_number + ${count}::int` })
    .where('kind', '=', kind)
    .returning('last_number as last')
    .executeTakeFirstOrThrow()
  return last - count + 1
}

/** Gives numbers back that were drawn and not used, where none was drawn after them. */
export async function returnNumbers(
  db: Db,
  kind: Counted,
  { first, count }: { first: number; count: number },
): Promise<void> {
  await db
    .updateTable('company_counters')
    .set({ last_number: first - 1 })
    .where('kind', '=', kind)
    .where('last_number', '=', first + count - 1)
    .execute()
}

/** Moves the counter past a number that was given elsewhere, and counts rows more or less. */
export async function moveCounter(db: Db, kind: Counted, { past = 0, rows = 0 }): Promise<void> {
  await db
    .updateTable('company_counters')
    .set({ last_number: sql`greatest(last_number, ${past}::int)`, live_count: sql`live_count + ${rows}::int` })
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
}

/** Counts one row less; its number is never used again. */
export async function decrementCount(db: Db, kind: Counted): Promise<void> {
  await db
    .updateTable('company_counters')
    .set({ live_count: sql`live_count - 1` })
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
}

/**
 * A sub-select of the count of rows that are not deleted, so that a list and its total are one statement.
 * docs/product/lists-and-forms.md, "Lists".
 */
export const selectLiveCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select live_count from company_counters where kind = ${sql.lit(kind)})`

/** A sub-select of the count of all rows ever made. */
export const selectTotalCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select last_number from company_counters where kind = ${sql.lit(kind)})`

/** Numbers for rows that are written together: the next ones of the company, or those that were drawn for them before. */
export type Numbers = {
  /** Counts rows that are new, and gives the first number of those that need one. */
  take: (db: Db, count: number) => Promise<number>
  /** Counts rows that bring a number along, of which the greatest is given. */
  pass: (db: Db, given: { past: number; rows: number }) => Promise<void>
}

/** Numbers that are taken when rows are written; the lock of the counter is held to the end of the transaction. */
export const nextNumbers = (counted: Counted): Numbers => ({
  take: (db, count) => takeNumbers(db, counted, count),
  pass: (db, given) => moveCounter(db, counted, given),
})
