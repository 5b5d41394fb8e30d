import type { ErrorCode } from '@casillero/shared/contract/errors'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { visibleText } from '@casillero/shared/domain/visible-text'

/** One line of a file: its number there, and the texts of its cells. */
export type Line = { row: number; cells: string[] }

/** A file as a table: its headings, and the lines under them that are not empty. */
export type Table = { sheetName: string | null; isCsv: boolean; headings: string[]; lines: Line[] }

/** What a thread reads. */
export type ReadingTask = { content: Uint8Array; kind: ImportKind }

/** What became of it: the table, or why it cannot be read. */
export type Reading = { table: Table } | { refusal: ErrorCode }

/** Says why a file cannot be read. */
export class FileRefusal extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

export const maxRows = 20_000
export const maxColumns = 100
/** What is kept of one cell: more than any field may hold, so that the field refuses it. */
export const maxCellLength = 1_100
/** All that is kept of a file. */
const maxCharacters = 16_000_000

/**
 * Collects the lines of a file: those that hold something, and no more than may be imported. A heading may stand some lines down, so
 * that there may be a few lines more.
 */
export function createCollector(): { lines: Line[]; add: (row: number, cells: readonly string[]) => void } {
  const lines: Line[] = []
  let characters = 0
  return {
    lines,
    add(row, cells) {
      const seen = cells.map((cell) => visibleText(cell.slice(0, maxCellLength)).trim())
      const last = seen.findLastIndex((cell) => cell !== '')
      if (last < 0) return
      if (last >= maxColumns) throw new FileRefusal('import_too_many_columns')
      const kept = seen.slice(0, last + 1)
      characters += kept.reduce((sum, cell) => sum + cell.length, 0)
      if (characters > maxCharacters) throw new FileRefusal('import_file_unpacks')
      if (lines.length > maxRows + headingLines) throw new FileRefusal('import_too_many_rows')
      lines.push({ row, cells: kept })
    },
  }
}

/** The lines among which the headings are looked for: above a table may stand a title. */
export const headingLines = 15
