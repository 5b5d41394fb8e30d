import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * A draft of a set that was written. `before` has the columns that a change wrote over: null of a new row, empty where the draft said
 * nothing new.
 */
export type Written = { id: string; version: number; before: object | null; changeId?: string | null }

/** A draft of a set that was written or refused; the refusal of one keeps no other from being written. */
export type Saved = Written | { refusal: AppError }

/** Gets the only row of a set of one, which a form is. Throws its refusal. */
export function takeOnly([only]: readonly Saved[]): Written {
  if (!only) throw new AppError('not_found')
  if ('refusal' in only) throw only.refusal
  return only
}

/** Finds the refusal that a check throws; undefined where it lets its draft pass. */
export function findRefusal(check: () => void): AppError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The fields that a draft gives: what it leaves out stays as it is. */
export function omitUndefined<Draft extends object>(given: Draft): Draft {
  const kept = { ...given }
  for (const name of Object.keys(kept) as (keyof Draft)[]) if (kept[name] === undefined) delete kept[name]
  return kept
}

type Row = Record<string, unknown>
type TableName = keyof Tables & string

const listColumns = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {})
const listed = (columns: readonly string[], isOfRecord = false) =>
  sql.join(columns.map((column) => (isOfRecord ? sql`r.${sql.ref(column)}` : sql.ref(column))))

/** A statement with thousands of values takes longer to plan than to run. */
const records = (table: TableName, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

/** All have the same columns. */
export async function insertRows(db: Db, table: TableName, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const columns = listColumns(rows)
  await sql`insert into ${sql.table(table)} (${listed(columns)}) select ${listed(columns, true)} from ${records(table, rows)} r`.execute(
    db,
  )
}

type Changed = { id: string; version: number; before: object }

/** Changes rows, each by its `id`, in the columns that all of them have; gives of each its version and what it had in them before. */
export async function updateRows(
  db: Db,
  table: 'clients' | 'packages' | 'tariffs' | 'prealerts',
  rows: readonly (Row & { id: string })[],
): Promise<Map<string, Changed>> {
  if (rows.length === 0) return new Map()
  const columns = listColumns(rows).filter((column) => column !== 'id')
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`))
  const before = sql.join(columns.map((column) => sql`${sql.lit(column)}, old.${sql.ref(column)}`))
  const { rows: changed } = await sql<Changed>`
    update ${sql.table(table)} t set ${values} from ${records(table, rows)} r
    where t.company_id = current_company() and t.id = r.id
    returning t.id, t.version, jsonb_build_object(${before}) as before`.execute(db)
  return new Map(changed.map((one) => [one.id, one]))
}

/** Fresh ids, so that rows and what refers to them are written together, and business time, as such rows have it. */
export async function readFresh(db: Db, count: number): Promise<{ ids: string[]; at: string }> {
  const { rows } = await sql<{ id: string; at: string }>`
    select uuidv7() as id, to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from generate_series(1, ${Math.max(count, 1)}::int)`.execute(db)
  return { ids: rows.map(({ id }) => id), at: rows[0]?.at ?? '' }
}
