import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/** A written draft. `before` has the columns that a change replaced: null for a new row, empty if nothing changed. */
export type Written = { id: string; version: number; before: object | null; changeId?: string | null }

/** A written or refused draft. A refusal does not stop the others. */
export type Saved = Written | { refusal: AppError }

/** Returns the result of a single draft, such as a form's. Throws its refusal. */
export function takeOnly([only]: readonly Saved[]): Written {
  if (!only) throw new AppError('not_found')
  if ('refusal' in only) throw only.refusal
  return only
}

/** Returns the refusal that a check throws, or undefined. */
export function findRefusal(check: () => void): AppError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Drops fields that a draft leaves out, so that they stay as they are. */
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

/** Passes rows as JSON: a statement with thousands of values takes longer to plan than to run. */
const records = (table: TableName, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

/** All rows must have the same columns. */
export async function insertRows(db: Db, table: TableName, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const columns = listColumns(rows)
  await sql`insert into ${sql.table(table)} (${listed(columns)}) select ${listed(columns, true)} from ${records(table, rows)} r`.execute(
    db,
  )
}

type Changed = { id: string; version: number; before: object }

/** Changes rows by `id`, in the columns that all share; returns for each its version and its former values. */
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

/** Returns new ids, so that rows and those that refer to them are written together, and their business time. */
export async function readFresh(db: Db, count: number): Promise<{ ids: string[]; at: string }> {
  const { rows } = await sql<{ id: string; at: string }>`
    select uuidv7() as id, to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from generate_series(1, ${Math.max(count, 1)}::int)`.execute(db)
  return { ids: rows.map(({ id }) => id), at: rows[0]?.at ?? '' }
}
