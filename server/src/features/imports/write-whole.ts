import { sql } from 'kysely'
import { toAppError } from '../../platform/errors.ts'
import { drawForLoad, drawnNumbers, returnOfLoad } from './drawn-numbers.ts'
import { lockLoad } from './queries.ts'
import { type InCompany, isOver, openLoad, sentenceOf, WholeRefusal, writeNext } from './write-rows.ts'

const rowsOfOne = 1_000
const wholeMs = 180_000
/** PostgreSQL ends a statement of such a transaction earlier than the transaction itself. */
const tooLongMs = wholeMs / 2
const tooLong =
  'No alcanzó el tiempo para cargar todo el archivo junto. Divídalo, o cárguelo de nuevo sin «Todo o nada»'

/** What ended a load that is written as a whole; a database that is away is thrown on. */
function failureOf(error: unknown, spentMs: number): string {
  if (error instanceof WholeRefusal) return error.message
  if (spentMs > tooLongMs && toAppError(error).code === 'unavailable') return tooLong
  return sentenceOf(error)
}

/**
 * Writes a load in one transaction, or none of it. One that took too long would take as long again, so it ends as failed; where the
 * database was away it is tried again.
 */
export async function writeWhole(inCompany: InCompany, id: string): Promise<boolean> {
  await inCompany(async (db) => {
    const load = await lockLoad(db, id)
    if (!isOver(load)) await drawForLoad(db, load)
  })
  const from = performance.now()
  try {
    await inCompany(async (db) => {
      const load = await openLoad(db, id)
      const numbers = drawnNumbers(load)
      if (isOver(load)) return
      while (await writeNext(db, load, { limit: rowsOfOne, numbers }));
      await numbers.settle(db)
    }, wholeMs)
  } catch (error) {
    const failure = failureOf(error, performance.now() - from)
    await inCompany(async (db) => {
      const load = await lockLoad(db, id)
      if (isOver(load)) return
      await returnOfLoad(db, load)
      const none = JSON.stringify({ new: 0, updated: 0, refused: 0, undone: 0, kept: 0 })
      await db
        .updateTable('imports')
        .set({ status: 'failed', failure: failure.slice(0, 500), result: none, ended_at: sql`app_now()` })
        .where('id', '=', id)
        .execute()
    })
  }
  return false
}
