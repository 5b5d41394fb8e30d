import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { StreamPart } from '../../platform/http/endpoint.ts'
import { buildPart, type Column, instant, text } from './columns.ts'

type DescribedKind = 'text' | 'whole' | 'number' | 'date' | 'instant' | 'yesNo' | 'json' | 'base64' | 'list'

type DescribedColumn = { column: string; head: string; kind: DescribedKind; meaning: string }

type DescribedTable = {
  table: string
  file: string
  /** The primary key. */
  order: readonly string[]
  columns: readonly DescribedColumn[]
}

const kinds: Record<string, DescribedKind> = {
  integer: 'whole',
  bigint: 'whole',
  numeric: 'number',
  date: 'date',
  'timestamp with time zone': 'instant',
  boolean: 'yesNo',
  jsonb: 'json',
  bytea: 'base64',
  'text[]': 'list',
}

type Row = Omit<DescribedTable, 'columns'> & { column: string; type: string; description: string }

/**
 * Reads tables whose comment names their file, and columns with a comment `head: meaning`.
 * docs/product/exports.md, "Everything of the company".
 */
async function readDescribedTables(db: Db): Promise<DescribedTable[]> {
  const { rows } = await sql<Row>`
    select c.relname as table, obj_description(c.oid, 'pg_class') as file, a.attname as column,
           col_description(c.oid, a.attnum) as description, format_type(a.atttypid, null) as type,
           (select array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum))
            from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
            where i.indrelid = c.oid and i.indisprimary) as "order"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and obj_description(c.oid, 'pg_class') is not null and col_description(c.oid, a.attnum) is not null
    order by file, a.attname = 'deleted_at', a.attnum`.execute(db)
  const tables = new Map<string, DescribedTable & { columns: DescribedColumn[] }>()
  for (const { table, file, order, column, type, description } of rows) {
    const described = tables.get(table) ?? { table, file, order, columns: [] }
    const [head = '', ...meaning] = description.split(': ')
    described.columns.push({ column, head, kind: kinds[type] ?? 'text', meaning: meaning.join(': ') })
    tables.set(table, described)
  }
  return [...tables.values()]
}

const forms: Partial<Record<DescribedKind, (value: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  json: (value) => sql`${value}::text`,
  base64: (value) => sql`replace(encode(${value}, 'base64'), chr(10), '')`,
  list: (value) => sql`array_to_string(${value}, ' ')`,
}

/** CSV files have no widths. */
const width = 0

function toColumn({ column, head, kind }: DescribedColumn): Column {
  const value = sql`r.${sql.ref(column)}`
  if (kind === 'instant') return instant(head, width, value)
  const form = forms[kind]
  if (form) return text(head, width, form(value))
  return { head, width, value, kind: kind === 'json' || kind === 'base64' || kind === 'list' ? 'text' : kind }
}

const joinRefs = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)))

const tablePart = (db: Db, { table, file, order, columns }: DescribedTable): StreamPart =>
  buildPart(
    db,
    file,
    columns.map(toColumn),
    sql`(select ${joinRefs(columns.map(({ column }) => column))} from ${sql.table(table)} order by ${joinRefs(order)}) r`,
  )

const kindNames: Record<DescribedKind, string> = {
  text: 'Texto',
  whole: 'Número entero',
  number: 'Número',
  date: 'Fecha',
  instant: 'Fecha y hora de Managua',
  yesNo: 'Sí o No',
  json: 'Texto JSON',
  base64: 'Imagen en base64',
  list: 'Lista',
}

function descriptionPart(db: Db, tables: readonly DescribedTable[]): StreamPart {
  const rows = tables.flatMap(({ file, columns }) =>
    columns.map(({ head, kind, meaning }) => [`${file}.csv`, head, kindNames[kind], meaning]),
  )
  const columns = ['Archivo', 'Columna', 'Qué contiene', 'Qué es'].map((head, index) =>
    text(head, width, sql`r.value -> ${sql.lit(index)}`),
  )
  return buildPart(db, 'columnas', columns, sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`)
}

/** docs/product/exports.md, "Everything of the company". */
export async function exportCompany(db: Db): Promise<StreamPart[]> {
  const tables = await readDescribedTables(db)
  return [descriptionPart(db, tables), ...tables.map((table) => tablePart(db, table))]
}
