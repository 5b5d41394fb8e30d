import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { sql } from 'kysely'
import {
  type Counted,
  drawNumbers,
  moveCounter,
  type Numbers,
  nextNumbers,
  returnNumbers,
} from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Load } from './queries.ts'

const readCounter: Partial<Record<ImportKind, Counted>> = { clients: 'client', packages: 'package' }

/** The next numbers of the company, for rows that are written a few at a time. */
export const takeNext = ({ kind }: Pick<Load, 'kind'>): Numbers => nextNumbers(readCounter[kind] ?? 'package')

/** Counts the rows of a load, of which none is written, that need a number. */
async function countUnnumbered(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_rows')
    .select(sql<number>`count(*)`.as('count'))
    .where('import_id', '=', id)
    .where('outcome', '=', 'new')
    // A client may bring the number of an older system along.
    .where(sql<boolean>`plan ->> 'casillero' is null`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Draws the numbers of a load that is written as a whole, in a short transaction before: others of the company draw theirs while it is
 * written. They are kept with the load, which has the same after its server was killed.
 * docs/product/imports.md, "Loading".
 */
export async function drawForLoad(db: Db, { id, kind, firstNumber }: Load): Promise<void> {
  const counted = readCounter[kind]
  if (!counted || firstNumber !== null) return
  const count = await countUnnumbered(db, id)
  if (count === 0) return
  const first = await drawNumbers(db, counted, count)
  await db.updateTable('imports').set({ first_number: first }).where('id', '=', id).execute()
}

/** Gives the numbers of a load that wrote nothing back; where others have drawn since they are left out. */
export async function returnOfLoad(db: Db, { id, kind, firstNumber }: Load): Promise<void> {
  const counted = readCounter[kind]
  if (counted && firstNumber !== null)
    await returnNumbers(db, counted, { first: firstNumber, count: await countUnnumbered(db, id) })
}

/** The numbers that were drawn for a load; `settle` counts its rows at the end, when the counter is locked for a moment. */
export function drawnNumbers({ kind, firstNumber }: Load): Numbers & { settle: (db: Db) => Promise<void> } {
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
      // The counter was moved past these numbers when the load began.
      rows += given.rows
    },
    async settle(db) {
      const counted = readCounter[kind]
      if (counted && rows > 0) await moveCounter(db, counted, { rows })
    },
  }
}
