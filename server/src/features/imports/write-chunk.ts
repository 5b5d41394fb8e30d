import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { nextNumbers } from './drawn-numbers.ts'
import { lockLoad } from './queries.ts'
import { type InCompany, isOver, mark, openLoad, sentenceOf, step } from './write-rows.ts'
import { writeWhole } from './write-whole.ts'

/** Rows that are written in one transaction: few enough that clerks who wait for the same rows wait for a moment. */
export const rowsAtOnce = 200

/** Refuses rows that could not be written, or taken back; another server may have gone on with them meanwhile. */
async function refuseTried(db: Db, id: string, tried: readonly number[], message: string): Promise<void> {
  const load = await lockLoad(db, id)
  if (isOver(load)) return
  const [before, after] = load.isUndo ? (['done', 'kept'] as const) : (['waiting', 'refused'] as const)
  const open = await db
    .selectFrom('import_rows')
    .select('row_number as row')
    .where('import_id', '=', id)
    .where('state', '=', before)
    .where(sql<boolean>`row_number = any(${[...tried]}::int[])`)
    .execute()
  if (open.length === 0) return
  const outcomes = open.map(({ row }) => ({ row, state: after, problem: message }))
  await mark(db, id, outcomes, { ...load.result, [after]: load.result[after] + open.length })
}

/**
 * Writes the next rows of a load, or takes the next ones back, in a transaction that locks the load and marks the rows: a server that is
 * killed goes on with those that are not marked. Rows that the database refuses together are written one by one.
 * docs/product/imports.md, "Loading".
 */
export async function advanceImport(inCompany: InCompany, id: string): Promise<boolean> {
  let tried: number[] = []
  const one = (limit: number) =>
    inCompany(async (db) => {
      tried = []
      const load = await openLoad(db, id)
      if (isOver(load)) return 'over' as const
      if (load.allOrNothing && !load.isUndo) return 'whole' as const
      const noteTried = (rows: number[]) => {
        tried = rows
      }
      return (await step(db, load, { limit, numbers: nextNumbers(load), noteTried }))
        ? ('more' as const)
        : ('over' as const)
    })
  try {
    const outcome = await one(rowsAtOnce)
    return outcome === 'whole' ? await writeWhole(inCompany, id) : outcome === 'more'
  } catch (error) {
    sentenceOf(error)
  }
  for (let count = 0; count < rowsAtOnce; count += 1) {
    try {
      if ((await one(1)) !== 'more') return false
    } catch (error) {
      const sentence = sentenceOf(error)
      await inCompany((db) => refuseTried(db, id, tried, sentence))
    }
  }
  return true
}
