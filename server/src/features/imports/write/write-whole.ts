import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { sql } from 'kysely'
import {
  type Counted,
  drawNumbers,
  moveCounter,
  type Numbers,
  nextNumbers,
  returnNumbers,
} from '../../../platform/database/counters.ts'
import type { Db } from '../../../platform/database/database.ts'
import { throttle } from '../../../platform/database/throttle.ts'
import { toAppError } from '../../../platform/errors.ts'
import { type Load, lockLoad } from '../queries.ts'
import {
  describeError,
  dropOldPlans,
  type InCompany,
  isOver,
  startCursor,
  WholeRefusal,
  writeNext,
} from './write-rows.ts'

const readCounter: Partial<Record<ImportKind, Counted>> = { clients: 'client', packages: 'package' }

/** Draws the company's next numbers for a few rows at a time. */
export const takeNext = ({ kind }: Pick<Load, 'kind'>): Numbers => nextNumbers(readCounter[kind] ?? 'package')

/** Counts rows before any is written. */
async function countUnnumbered(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_rows')
    .select(sql<number>`count(*)`.as('count'))
    .where('import_id', '=', id)
    .where('outcome', '=', 'new')
    // Clients from an older system may bring their number.
    .where(sql<boolean>`plan ->> 'casillero' is null`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Draws in a short transaction beforehand, so that others can draw meanwhile. The load stores the numbers, in case the server is killed.
 * docs/product/imports.md, "Loading".
 */
async function drawForLoad(db: Db, { id, kind, firstNumber }: Load): Promise<void> {
  const counted = readCounter[kind]
  if (!counted || firstNumber !== null) return
  const count = await countUnnumbered(db, id)
  if (count === 0) return
  const first = await drawNumbers(db, counted, count)
  await db.updateTable('imports').set({ first_number: first }).where('id', '=', id).execute()
}

/** Returns unused numbers, unless others have drawn since. */
async function returnOfLoad(db: Db, { id, kind, firstNumber }: Load): Promise<void> {
  const counted = readCounter[kind]
  if (counted && firstNumber !== null)
    await returnNumbers(db, counted, { first: firstNumber, count: await countUnnumbered(db, id) })
}

/** `settle` counts the rows at the end, with a brief lock of the counter. */
function drawnNumbers({ kind, firstNumber }: Load): Numbers & { settle: (db: Db) => Promise<void> } {
  let next = firstNumber ?? 0
  let rows = 0
  return {
    async take(_, count) {
      const first = next
      next += count
      rows += count
      return first
    },
    async pass(_, given) {
      // The counter passed these numbers when the load began.
      rows += given.rows
    },
    async settle(db) {
      const counted = readCounter[kind]
      if (counted && rows > 0) await moveCounter(db, counted, { rows })
    },
  }
}

const rowsOfOne = 100
const wholeMs = 180_000
/** After a minute the load no longer rests, so that a slow one can use its three minutes. */
const rest = { times: 1, mostMs: 100 }
const restingMs = 60_000
/** Milliseconds. PostgreSQL ends a statement before its transaction. */
const tooLongMs = wholeMs / 2
const tooLong =
  'No alcanzó el tiempo para cargar todo el archivo junto. Divídalo, o cárguelo de nuevo sin «Todo o nada»'

/** Rethrows if the database is unreachable. */
function describeFailure(error: unknown, spentMs: number): string {
  if (error instanceof WholeRefusal) return error.message
  if (spentMs > tooLongMs && toAppError(error).code === 'unavailable') return tooLong
  return describeError(error)
}

async function failWhole(db: Db, load: Load, failure: string): Promise<void> {
  await returnOfLoad(db, load)
  const none = JSON.stringify({ new: 0, updated: 0, refused: 0, undone: 0, kept: 0 })
  await db
    .updateTable('imports')
    .set({ status: 'failed', failure: failure.slice(0, 500), result: none, ended_at: sql`app_now()` })
    .where('id', '=', load.id)
    .execute()
}

/** For a load that fails again and again; what is written of it stays. docs/product/imports.md, "Loading". */
export async function endBroken(db: Db, id: string): Promise<void> {
  const load = await lockLoad(db, id)
  if (isOver(load)) return
  if (load.allOrNothing && !load.isUndo)
    return await failWhole(db, load, 'El servidor no pudo hacer la carga; no se guardó nada. Cárguela de nuevo')
  const failure = 'El servidor no pudo seguir. Lo que ya se hizo queda; intente de nuevo lo que falta'
  await db
    .updateTable('imports')
    .set({ status: 'done', failure, ended_at: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** A load that took too long fails, because it would take as long again. If the database was unreachable, it is retried. */
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
      if (!isOver(load)) await failWhole(db, load, failure)
    })
  }
  return false
}
