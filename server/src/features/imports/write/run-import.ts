import type { ImportLoad } from '@casillero/shared/contract/imports'
import { sql } from 'kysely'
import { moveCounter } from '../../../platform/database/counters.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AsCaller } from '../../../platform/http/endpoint.ts'
import { maxRows } from '../../spreadsheets/table.ts'
import { getOwnLoad, kinds, lockOwnLoad, requireKind } from '../kinds/kinds.ts'
import { dropFile, getLoad, type Load, lockLoad, toLoad } from '../queries.ts'
import { advanceWithin } from './write-chunk.ts'

/** A unique index guards this too. */
async function refuseSecond(db: Db): Promise<void> {
  const running = await db
    .selectFrom('imports')
    .select('file_name as file')
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (running) throw new AppError('import_running', { values: { file: running.file } })
}

async function setRunning(db: Db, id: string, values: object): Promise<void> {
  try {
    await db
      .updateTable('imports')
      .set({ status: 'running', run_by: sql`current_user_id()`, ended_at: null, failure: null, ...values })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    const isSecond =
      error instanceof Error && 'constraint' in error && error.constraint === 'imports_company_id_running_key'
    throw isSecond ? new AppError('import_running', { values: { file: 'otro archivo' } }) : error
  }
}

function refuseUnready({ status, counts }: Load, isAllOrNothing: boolean): void {
  if (status === 'mapping') throw new AppError('import_not_ready')
  if (status !== 'preview') throw new AppError('import_already_run')
  if (counts.new + counts.updated === 0) throw new AppError('import_nothing_to_do')
  if (isAllOrNothing && counts.error > 0) throw new AppError('import_has_errors', { values: { count: counts.error } })
}

/** Keeps new clients from getting one of them meanwhile. */
async function reserveCasilleros(db: Db, id: string): Promise<void> {
  const { past } = await db
    .selectFrom('import_rows')
    .select(sql<number>`coalesce(max((plan ->> 'number')::int), 0)`.as('past'))
    .where('import_id', '=', id)
    .where('outcome', '=', 'new')
    .executeTakeFirstOrThrow()
  if (past > 0) await moveCounter(db, 'client', { past })
}

/** Throws as `runImport`. */
async function startImport(
  db: Db,
  id: string,
  { allOrNothing, notify }: { allOrNothing: boolean; notify: boolean },
  session: Session,
): Promise<ImportLoad> {
  const load = await lockOwnLoad(db, id, session)
  refuseUnready(load, allOrNothing)
  await refuseSecond(db)
  if (load.kind === 'clients') await reserveCasilleros(db, id)
  await dropFile(db, id)
  await setRunning(db, id, { all_or_nothing: allOrNothing, notify, started_at: sql`app_now()` })
  return toLoad(await getLoad(db, id))
}

/** Milliseconds. A small file is written when the call answers; the job writes the rest. */
const ownMs = 1_000
/** Beyond these, a load written as a whole is left to the job, which may take longer than a call. */
const wholeRows = 500

/** docs/product/imports.md, "Loading". */
export async function runImport(
  asCaller: AsCaller,
  id: string,
  options: { allOrNothing: boolean; notify: boolean },
): Promise<ImportLoad> {
  const { counts } = await asCaller((db, session) => startImport(db, id, options, session))
  const isLong = options.allOrNothing && counts.new + counts.updated > wholeRows
  await advanceWithin(asCaller, id, isLong ? 0 : ownMs)
  return await asCaller(async (db) => toLoad(await getLoad(db, id)))
}

/** docs/product/imports.md, "Loading". */
export async function stopImport(db: Db, id: string, session: Session): Promise<ImportLoad> {
  const load = await getOwnLoad(db, id, session)
  // Its one transaction locks the row, and can only end as a whole.
  if (load.status === 'running' && load.allOrNothing) throw new AppError('import_not_stoppable')
  const { status, isUndo } = await lockLoad(db, id)
  if (status !== 'running' || isUndo) throw new AppError('import_not_running')
  await db.updateTable('imports').set({ status: 'done', ended_at: sql`app_now()` }).where('id', '=', id).execute()
  return toLoad(await getLoad(db, id))
}

/** docs/product/imports.md, "Undoing". */
async function startUndo(db: Db, id: string, session: Session): Promise<void> {
  const load = await lockLoad(db, id)
  requireKind(session, load.kind)
  if (!load.mayUndo) throw new AppError('forbidden')
  if (load.status === 'undone' || (load.status === 'running' && load.isUndo)) return
  if (!toLoad(load).canUndo) throw new AppError('import_not_undoable')
  await refuseSecond(db)
  await setRunning(db, id, { is_undo: true })
}

/** Milliseconds; the job undoes the rest. */
const undoMs = 4_000
const mostNamed = 50

/** docs/product/imports.md, "Undoing". */
export async function previewUndo(db: Db, id: string, session: Session) {
  const load = await getLoad(db, id)
  requireKind(session, load.kind)
  if (!load.mayUndo) throw new AppError('forbidden')
  if (!toLoad(load).canUndo) throw new AppError('import_not_undoable')
  const rows = await kinds[load.kind].findUndoable(db, id, { limit: maxRows, isLocked: false })
  const stays = rows.flatMap(({ row, code, reason }) => (reason === null ? [] : [{ row, code, reason }]))
  return { takenBack: rows.length - stays.length, staying: stays.length, stays: stays.slice(0, mostNamed) }
}

/** Rows changed since are left, with a reason. docs/product/imports.md, "Undoing". */
export async function undoImport(asCaller: AsCaller, id: string): Promise<ImportLoad> {
  await asCaller((db, session) => startUndo(db, id, session))
  await advanceWithin(asCaller, id, undoMs)
  return await asCaller(async (db) => toLoad(await getLoad(db, id)))
}
