import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { StreamPart } from '../../platform/http/endpoint.ts'
import { buildPart, type Column, instant, text } from './columns.ts'
import {
  type DescribedColumn,
  type DescribedKind,
  type DescribedTable,
  readDescribedTables,
} from './described-tables.ts'

const forms: Partial<Record<DescribedKind, (value: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  json: (value) => sql`${value}::text`,
  base64: (value) => sql`replace(encode(${value}, 'base64'), chr(10), '')`,
  list: (value) => sql`array_to_string(${value}, ' ')`,
}

/** A CSV has no widths. */
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
