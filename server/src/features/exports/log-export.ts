import { type ExportedList, exportedNames } from '@casillero/shared/domain/exported-list'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { StreamOrder, StreamPart } from '../../platform/http/endpoint.ts'
import type { FileFormat } from './export-column.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const satisfies Record<FileFormat, string>

type Exported = {
  list: ExportedList
  format: FileFormat
  file?: string
  query: Record<string, unknown>
  parts: readonly StreamPart[]
}

/** How it ended is written when it has. docs/product/exports.md, "In the log". */
export async function startExport(db: Db, { list, format, file, query, parts }: Exported): Promise<StreamOrder> {
  const { format: _, ...criteria } = query
  const { id, day } = await db
    .insertInto('exports')
    .values({ list, format, criteria: JSON.stringify(criteria) })
    .returning(['id', sql<string>`app_today()::text`.as('day')])
    .executeTakeFirstOrThrow()
  return {
    fileName: `${file ?? `${exportedNames[list].file}-${day}`}.${format}`,
    type: types[format],
    format,
    parts,
    ended: async (after, outcome, rows) => {
      await after.updateTable('exports').set({ outcome, row_count: rows }).where('id', '=', id).execute()
    },
  }
}
