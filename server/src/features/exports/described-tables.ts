import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export type DescribedKind = 'text' | 'whole' | 'number' | 'date' | 'instant' | 'yesNo' | 'json' | 'base64' | 'list'

export type DescribedColumn = { column: string; head: string; kind: DescribedKind; meaning: string }

export type DescribedTable = {
  table: string
  file: string
  /** Its primary key. */
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

/** Tables whose comment names their file, columns with a comment `head: meaning`. docs/product/exports.md, "Everything of the company". */
export async function readDescribedTables(db: Db): Promise<DescribedTable[]> {
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
