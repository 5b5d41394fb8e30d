import { sql } from 'kysely'
import { throttle } from '../../platform/database/throttle.ts'
import { toAppError } from '../../platform/errors.ts'
import { drawForLoad, drawnNumbers, returnOfLoad } from './drawn-numbers.ts'
import { lockLoad } from './queries.ts'
import {
  describeError,
  dropOldPlans,
  type InCompany,
  isOver,
  startCursor,
  WholeRefusal,
  writeNext,
} from './write-rows.ts'

const rowsOfOne = 100
const wholeMs = 180_000
/** Half of the time is the load's; after a minute all of it, so that a slow one has its three. */
const rest = { times: 1, mostMs: 100 }
const restingMs = 60_000
/** PostgreSQL ends a statement of such a transaction earlier than the transaction itself. */
const tooLongMs = wholeMs / 2
const tooLong =
  'No alcanzó el tiempo para cargar todo el archivo junto. Divídalo, o cárguelo de nuevo sin «Todo o nada»'

/** Describes the error that ended a load that is written as a whole; a database that is away is thrown on. */
function describeFailure(error: unknown, spentMs: number): string {
  if (error instanceof WholeRefusal) return error.message
  if (spentMs > tooLongMs && toAppError(error).code === 'unavailable') return tooLong
  return describeError(error)
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
      const load = await lockLoad(db, id)
      const numbers = drawnNumbers(load)
      if (isOver(load)) return
      const cursor = startCursor()
      const noteTried = (rows: number[]) => {
        cursor.row = rows.at(-1) ?? cursor.row
      }
      for (let isMore = true; isMore; cursor.steps += 1) {
        const stepFrom = performance.now()
        await dropOldPlans(db, cursor)
        isMore = await writeNext(db, load, { limit: rowsOfOne, numbers, cursor, noteTried })
        if (stepFrom - from < restingMs) await throttle(stepFrom, rest)
      }
      await numbers.settle(db)
    }, wholeMs)
  } catch (error) {
    const failure = describeFailure(error, performance.now() - from)
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
