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
 * Counts one more row. Locks the counter until the transaction ends, so that numbers have neither gaps nor repeats; take it late. The fresh
 * id lets the row and those that refer to it be sent together. docs/product/invoices.md, "Number".
 */
export async function takeNumber(db: Db, kind: Counted): Promise<{ number: number; id: string }> {
  const [taken] = await incrementCounter(db, { kind })
  if (!taken) throw new Error(`The company has no counter of the kind ${kind}`)
  return taken
}

/** Counts the rows and returns the first number. Locks the counter until the transaction ends. */
async function takeNumbers(db: Db, kind: Counted, count: number): Promise<number> {
  const { last } = await db
    .updateTable('company_counters')
    .set({ last_number: sql`last_number + ${count}::int`, live_count: sql`live_count + ${count}::int` })
    .where('kind', '=', kind)
    .returning('last_number as last')
    .executeTakeFirstOrThrow()
  return last - count + 1
}

/** Returns the first number for rows that are written and counted later. */
export async function drawNumbers(db: Db, kind: Counted, count: number): Promise<number> {
  const { last } = await db
    .updateTable('company_counters')
    .set({ last_number: sql`last_number + ${count}::int` })
    .where('kind', '=', kind)
    .returning('last_number as last')
    .executeTakeFirstOrThrow()
  return last - count + 1
}

/** Works only if none was drawn after them. */
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

/** `past` is a number given elsewhere; `rows` is the change of the count. */
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

/** A sub-select, which fetches a list and its total in one statement. docs/product/lists-and-forms.md, "Lists". */
export const selectLiveCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select live_count from company_counters where kind = ${sql.lit(kind)})`

/** A sub-select; includes deleted rows. */
export const selectTotalCount = (kind: Counted): RawBuilder<number> =>
  sql<number>`(select last_number from company_counters where kind = ${sql.lit(kind)})`

/** Numbers for rows written together: the company's next ones, or those drawn before. */
export type Numbers = {
  /** Returns the first of `count` numbers. */
  take: (db: Db, count: number) => Promise<number>
  /** For rows with their own numbers: `past` is the greatest. */
  pass: (db: Db, given: { past: number; rows: number }) => Promise<void>
}

/** Locks the counter until the transaction ends. */
export const nextNumbers = (counted: Counted): Numbers => ({
  take: (db, count) => takeNumbers(db, counted, count),
  pass: (db, given) => moveCounter(db, counted, given),
})
