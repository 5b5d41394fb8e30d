import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Row = Record<string, unknown>
type TableName = keyof Tables & string

const listColumns = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {})
const listed = (columns: readonly string[], isOfRecord = false) =>
  sql.join(columns.map((column) => (isOfRecord ? sql`r.${sql.ref(column)}` : sql.ref(column))))

/** The rows as one value: a statement with thousands of values takes longer to plan than to run. */
const records = (table: TableName, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

/** Inserts rows that have the same columns; the others get what the table gives them. */
export async function insertRows(db: Db, table: TableName, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const columns = listColumns(rows)
  await sql`insert into ${sql.table(table)} (${listed(columns)}) select ${listed(columns, true)} from ${records(table, rows)} r`.execute(
    db,
  )
}

/** Changes rows, each by its `id`, in the columns that all of them have, and gives the versions that this leaves. */
export async function updateRows(
  db: Db,
  table: 'clients' | 'packages' | 'tariffs' | 'prealerts',
  rows: readonly (Row & { id: string })[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const columns = listColumns(rows).filter((column) => column !== 'id')
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`))
  const { rows: changed } = await sql<{ id: string; version: number }>`
    update ${sql.table(table)} t set ${values} from ${records(table, rows)} r
    where t.company_id = current_company() and t.id = r.id
    returning t.id, t.version`.execute(db)
  return new Map(changed.map(({ id, version }) => [id, version]))
}

/** Fresh ids, so that rows and what refers to them are written together. */
export async function freshIds(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}
