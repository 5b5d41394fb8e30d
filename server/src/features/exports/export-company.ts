import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { StreamPart } from '../../platform/http/endpoint.ts'
import type { ArchiveKind, ArchiveTable } from './archive-table.ts'
import { archiveTables } from './archive-tables.ts'
import { type Column, instant, partOf, text } from './columns.ts'

const forms: Partial<Record<ArchiveKind, (value: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  json: (value) => sql`${value}::text`,
  base64: (value) => sql`replace(encode(${value}, 'base64'), chr(10), '')`,
  list: (value) => sql`array_to_string(${value}, ' ')`,
}

/** A CSV has no widths. */
const width = 0

function columnOf(column: string, head: string, kind: ArchiveKind): Column {
  const value = sql`r.${sql.ref(column)}`
  if (kind === 'instant') return instant(head, width, value)
  const form = forms[kind]
  if (form) return text(head, width, form(value))
  return { head, width, value, kind: kind === 'json' || kind === 'base64' || kind === 'list' ? 'text' : kind }
}

const refsOf = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)))

const tablePart = (db: Db, table: string, { file, order, columns }: ArchiveTable): StreamPart =>
  partOf(
    db,
    file,
    columns.map(([name, head, kind]) => columnOf(name, head, kind)),
    sql`(select ${refsOf(columns.map(([name]) => name))} from ${sql.table(table)} order by ${refsOf(order)}) r`,
  )

const kindNames: Record<ArchiveKind, string> = {
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

/** What each column of each file is. */
function descriptionPart(db: Db): StreamPart {
  const rows = Object.values(archiveTables).flatMap(({ file, columns }) =>
    columns.map(([, head, kind, meaning]) => [`${file}.csv`, head, kindNames[kind], meaning]),
  )
  const columns = ['Archivo', 'Columna', 'Qué contiene', 'Qué es'].map((head, index) =>
    text(head, width, sql`r.value -> ${sql.lit(index)}`),
  )
  return partOf(db, 'columnas', columns, sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`)
}

/** One file for each table of the company, and one that describes their columns. docs/product/exports.md, "Everything of the company". */
export const exportCompany = (db: Db): StreamPart[] => [
  descriptionPart(db),
  ...Object.entries(archiveTables).map(([table, spec]) => tablePart(db, table, spec)),
]
