import type { ImportLoad } from '@casillero/shared/contract/imports'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { maxRows } from '../spreadsheets/table.ts'
import { kinds, requireKind } from './kinds.ts'
import { getLoad, toLoad } from './queries.ts'
import { startUndo } from './run-import.ts'
import { advanceWithin } from './write-chunk.ts'

/** The time in which a call takes rows back itself; what is left then is the job's. */
const ownMs = 4_000
const mostNamed = 50

/** Previews an undo: the rows that it would take back now, and those that would stay. docs/product/imports.md, "Undoing". */
export async function previewUndo(db: Db, id: string, session: Session) {
  const load = await getLoad(db, id)
  requireKind(session, load.kind)
  if (!load.mayUndo) throw new AppError('forbidden')
  if (!toLoad(load).canUndo) throw new AppError('import_not_undoable')
  const rows = await kinds[load.kind].findUndoable(db, id, { limit: maxRows, isLocked: false })
  const stays = rows.flatMap(({ row, code, reason }) => (reason === null ? [] : [{ row, code, reason }]))
  return { takenBack: rows.length - stays.length, staying: stays.length, stays: stays.slice(0, mostNamed) }
}

/**
 * Takes a load back: what it added is deleted, what it changed is as it was. Rows to which something happened since stay, and say so.
 * docs/product/imports.md, "Undoing".
 */
export async function undoImport(asCaller: AsCaller, id: string): Promise<ImportLoad> {
  await asCaller((db, session) => startUndo(db, id, session))
  await advanceWithin(asCaller, id, ownMs)
  return await asCaller(async (db) => toLoad(await getLoad(db, id)))
}
