import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { throttle } from '../../../platform/database/throttle.ts'
import type { AsCaller } from '../../../platform/http/endpoint.ts'
import { lockLoad } from '../queries.ts'
import {
  type Cursor,
  describeError,
  dropOldPlans,
  type InCompany,
  isOver,
  mark,
  startCursor,
  step,
} from './write-rows.ts'
import { takeNext, writeWhole } from './write-whole.ts'

/** So few that clerks who wait for the same rows wait only a moment. */
const rowsAtOnce = 100
/** The load uses two fifths of the time. */
const rest = { times: 1.5, mostMs: 250 }

/** Another server may have written them meanwhile. */
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

/** Rests, so that others have most of the time. Returns true if there may be more. docs/product/imports.md, "Loading". */
export async function advanceImport(
  inCompany: InCompany,
  id: string,
  cursor: Cursor = startCursor(),
): Promise<boolean> {
  const from = performance.now()
  const isMore = await writeChunk(inCompany, id, cursor)
  if (isMore) await throttle(from, rest)
  return isMore
}

/** Writes within a call; the job writes the rest. */
export async function advanceWithin(asCaller: AsCaller, id: string, ownMs: number): Promise<void> {
  const until = performance.now() + ownMs
  const cursor = startCursor()
  while (performance.now() < until && (await advanceImport((run) => asCaller((db) => run(db)), id, cursor)));
}

/**
 * The transaction locks the load and marks the rows, so that after a kill another server continues with the rest. Rows refused together are
 * written one by one.
 */
async function writeChunk(inCompany: InCompany, id: string, cursor: Cursor): Promise<boolean> {
  let tried: number[] = []
  const one = async (limit: number) => {
    const outcome = await inCompany(async (db) => {
      tried = []
      await dropOldPlans(db, cursor)
      const load = await lockLoad(db, id)
      if (isOver(load)) return 'over' as const
      if (load.allOrNothing && !load.isUndo) return 'whole' as const
      const noteTried = (rows: number[]) => {
        tried = rows
      }
      return (await step(db, load, { limit, numbers: takeNext(load), cursor, noteTried }))
        ? ('more' as const)
        : ('over' as const)
    })
    // The cursor moves on only after the commit.
    cursor.steps += 1
    cursor.row = tried.at(-1) ?? cursor.row
    return outcome
  }
  try {
    const outcome = await one(rowsAtOnce)
    return outcome === 'whole' ? await writeWhole(inCompany, id) : outcome === 'more'
  } catch (error) {
    describeError(error)
  }
  for (let count = 0; count < rowsAtOnce; count += 1) {
    try {
      if ((await one(1)) !== 'more') return false
    } catch (error) {
      const sentence = describeError(error)
      // No row is to blame: it would fail again at once.
      if (tried.length === 0) throw error
      await inCompany((db) => refuseTried(db, id, tried, sentence))
    }
  }
  return true
}
