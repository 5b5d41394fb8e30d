import { permissions } from '@casillero/shared/domain/permissions'
import { sql } from 'kysely'
import type { Numbers } from '../../../platform/database/counters.ts'
import type { Db } from '../../../platform/database/database.ts'
import { toAppError } from '../../../platform/errors.ts'
import { notifyStatusChange } from '../../messages/notify/notify-status-change.ts'
import type { Author } from '../../packages/save/save-packages.ts'
import type { Planned, Undoable, Written } from '../kinds/kind.ts'
import { kinds } from '../kinds/kinds.ts'
import type { Load, Result } from '../queries.ts'

/** Acts in the load's company, as the user who began it. */
export type InCompany = <T>(run: (db: Db) => Promise<T>, maxMs?: number) => Promise<T>

const nextRows = (db: Db, id: string, { limit, after }: { limit: number; after: number }): Promise<Planned[]> =>
  db
    .selectFrom('import_rows')
    .select(['row_number as row', 'target as targetId'])
    .select([sql<'new' | 'updated'>`outcome`.as('outcome'), sql<unknown>`plan`.as('plan')])
    .where('import_id', '=', id)
    .where('outcome', 'in', ['new', 'updated'])
    .where('state', '=', 'waiting')
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute()

/** Has the user's present rights. */
async function findAuthor(db: Db, { runBy }: Load): Promise<Author> {
  const user = await db
    .selectFrom('users')
    .select(['full_name as name', 'type', 'denials', 'discount_limit as discountLimit'])
    .where('id', '=', runBy ?? '')
    .executeTakeFirst()
  const denials = permissions.filter((permission) => user?.denials.includes(permission))
  const { type = 'user', discountLimit = null } = user ?? {}
  return { userId: runBy ?? '', userName: user?.name ?? '', userType: type, isOperator: false, denials, discountLimit }
}

/** Local to this server; another one that takes over starts at the beginning. */
export type Cursor = { steps: number; row: number }

export const startCursor = (): Cursor => ({ steps: 0, row: 0 })

/**
 * Drops the plans before steps 1, 2, 4, 8 and so on. Plans made for empty tables get ever slower, but planning before each step would cost
 * more than the step.
 */
export async function dropOldPlans(db: Db, { steps }: Cursor): Promise<void> {
  if ((steps & (steps - 1)) === 0) await sql`discard plans`.execute(db)
}

type Outcome = { row: number; state: string; outcome?: string; problem?: string } & Partial<{
  target: string
  version: number
  before: object | null
  change: string | null
}>

/** Runs in the transaction that wrote the rows, so that no row is written twice. */
export async function mark(db: Db, id: string, outcomes: readonly Outcome[], result: Result): Promise<void> {
  await sql`
    update import_rows r set
      state = o.state, outcome = coalesce(o.outcome, r.outcome), done_at = app_now(),
      target = coalesce(o.target, r.target), target_version = coalesce(o.version, r.target_version),
      before = coalesce(o.before, r.before), change = coalesce(o.change, r.change),
      problems = case when o.problem is null then r.problems
        else jsonb_build_array(jsonb_build_object('field', '', 'label', 'Fila', 'message', o.problem)) end,
      shown = case when o.problem is null then r.shown else r.shown || jsonb_build_object('detail', o.problem) end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (row int, state text, outcome text, problem text, target uuid,
      version int, before jsonb, change uuid)
    where r.company_id = current_company() and r.import_id = ${id} and r.row_number = o.row`.execute(db)
  await db
    .updateTable('imports')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute()
}

const toOutcome = (one: Written): Outcome => {
  if ('refusal' in one) return { row: one.row, state: 'refused', problem: one.refusal }
  if ('same' in one) return { row: one.row, state: 'done', outcome: 'same' }
  const { row, targetId, version, before, changeId } = one
  return { row, state: 'done', target: targetId, version, before, change: changeId ?? null }
}

/** Sends one message for each client and status. */
async function notifyAll(db: Db, id: string): Promise<void> {
  const moved = await db
    .selectFrom('import_rows as r')
    .innerJoin('package_status_changes as h', 'h.id', 'r.change')
    .select(['h.id', 'h.package_id as packageId', 'h.to_status_id as statusId'])
    .where('r.import_id', '=', id)
    .orderBy('r.row_number')
    .execute()
  for (const [statusId, entries] of Map.groupBy(moved, (entry) => entry.statusId)) {
    const [first] = entries
    if (statusId === null || !first) continue
    const packageIds = entries.map(({ packageId }) => packageId)
    await notifyStatusChange(db, { changeId: first.id, packageIds, statusId })
  }
}

async function end(db: Db, { id, notify, isUndo, kind }: Load): Promise<void> {
  if (notify && !isUndo && (kind === 'packages' || kind === 'statuses')) await notifyAll(db, id)
  await db
    .updateTable('imports')
    .set({ status: isUndo ? 'undone' : 'done', ended_at: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

type Step = { limit: number; numbers: Numbers; cursor: Cursor; noteTried?: (rows: number[]) => void }

/** Requires the load's lock. Returns true if there may be more. */
export async function writeNext(db: Db, load: Load, { limit, numbers, cursor, noteTried }: Step): Promise<boolean> {
  const following = await nextRows(db, load.id, { limit, after: cursor.row })
  // Searches from the beginning only at the end, because skipping the written rows would take ever longer.
  const rows = following.length > 0 || cursor.row === 0 ? following : await nextRows(db, load.id, { limit, after: 0 })
  if (rows.length === 0) {
    await end(db, load)
    return false
  }
  noteTried?.(rows.map(({ row }) => row))
  const by = { author: await findAuthor(db, load), importId: load.id, numbers }
  const written = await kinds[load.kind].write(db, rows, by)
  const planned = new Map(rows.map(({ row, outcome }) => [row, outcome]))
  const result = { ...load.result }
  for (const one of written) {
    if ('refusal' in one) result.refused += 1
    else if (!('same' in one)) result[planned.get(one.row) ?? 'new'] += 1
  }
  const refusal = written.find((one) => 'refusal' in one)
  if (load.allOrNothing && refusal) throw new WholeRefusal(`Fila ${refusal.row}: ${refusal.refusal}`)
  await mark(db, load.id, written.map(toOutcome), result)
  load.result = result
  return true
}

/** Refuses a load that must be written as a whole. */
export class WholeRefusal extends Error {}

async function undoNext(db: Db, load: Load, { limit, numbers, noteTried }: Step): Promise<boolean> {
  const { findUndoable, takeBack } = kinds[load.kind]
  const rows = await findUndoable(db, load.id, { limit, isLocked: true })
  if (rows.length === 0) {
    await end(db, load)
    return false
  }
  noteTried?.(rows.map(({ row }) => row))
  const able = rows.filter(({ reason }) => reason === null)
  if (able.length > 0) await takeBack(db, able, { author: await findAuthor(db, load), importId: load.id, numbers })
  const { result } = load
  const counts = { ...result, undone: result.undone + able.length, kept: result.kept + rows.length - able.length }
  await mark(db, load.id, rows.map(undoOutcome), counts)
  return true
}

const undoOutcome = ({ row, reason }: Undoable): Outcome =>
  reason === null ? { row, state: 'undone' } : { row, state: 'kept', problem: reason }

export const isOver = ({ status }: Load): boolean => status !== 'running'

export const step = (db: Db, load: Load, next: Step): Promise<boolean> =>
  load.isUndo ? undoNext(db, load, next) : writeNext(db, load, next)

/** Rethrows temporary errors, such as an unreachable database. */
export function describeError(error: unknown): string {
  const refusal = toAppError(error)
  if (refusal.code === 'unavailable') throw error
  return Object.values(refusal.refusal.fields ?? {})[0] ?? refusal.message
}
