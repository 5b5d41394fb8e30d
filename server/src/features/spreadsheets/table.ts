import type { ErrorCode } from '@casillero/shared/contract/errors'
import type { ColumnFacts } from '@casillero/shared/domain/column-facts'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { visibleText } from '@casillero/shared/domain/visible-text'
import { mendLetters } from './letters.ts'

/** A formula that was never computed, or an error. */
export type CellFault = 'formula' | 'error'

/** `faults` are by column, for cells without a value. */
export type Line = { row: number; cells: string[]; isHidden?: true; faults?: Record<number, CellFault> }

/** A sheet with content. */
export type SheetName = { name: string; isHidden: boolean }

/** Empty lines and sums are left out. The sheets of a text file are the ways in which its letters can be read, if they are in doubt. */
export type Table = {
  sheetName: string | null
  sheets: SheetName[]
  isCsv: boolean
  headings: string[]
  lines: Line[]
  facts: ColumnFacts[]
  sumRows: number
}

/** `sheet` names a sheet of a workbook; left out, the first with content is read. */
export type ReadingTask = { content: Uint8Array; kind: ImportKind; sheet?: string | undefined }

type RefusalValues = Record<string, string | number>

/** The outcome: the table, or the reason why it cannot be read. */
export type Reading = { table: Table } | { refusal: ErrorCode; values?: RefusalValues | undefined }

export class FileRefusal extends Error {
  readonly code: ErrorCode
  readonly values: RefusalValues | undefined

  constructor(code: ErrorCode, values?: RefusalValues) {
    super(code)
    this.code = code
    this.values = values
  }
}

export const maxRows = 20_000
export const maxColumns = 100
/** Longer than any field allows, so that the field still refuses a cut text. */
export const maxCellLength = 1_100
/** `index` counts from 0. */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Limit of all text of a file. */
const maxCharacters = 16_000_000

type About = { isHidden?: boolean; faults?: Record<number, CellFault> }

/** Collects filled lines up to the limit of an import; a few more, because headings may stand lower down. */
export function createCollector(): {
  lines: Line[]
  add: (row: number, cells: readonly string[], about?: About) => void
} {
  const lines: Line[] = []
  let characters = 0
  return {
    lines,
    add(row, cells, { isHidden = false, faults = {} } = {}) {
      const kept = cells.map((cell) =>
        cell === '' ? '' : visibleText(mendLetters(cell.slice(0, maxCellLength)).toWellFormed()).trim(),
      )
      const places = Object.keys(faults).map(Number)
      const last = Math.max(
        kept.findLastIndex((cell) => cell !== ''),
        ...places,
      )
      if (last < 0) return
      if (last >= maxColumns) throw new FileRefusal('import_too_many_columns')
      characters += kept.reduce((sum, cell) => sum + cell.length, 0)
      if (characters > maxCharacters) throw new FileRefusal('import_file_unpacks')
      if (lines.length > maxRows + headingLines) throw new FileRefusal('import_too_many_rows')
      const all = Array.from({ length: last + 1 }, (_, column) => kept[column] ?? '')
      lines.push({
        row,
        cells: all,
        ...(isHidden ? { isHidden: true as const } : {}),
        ...(places.length > 0 ? { faults } : {}),
      })
    },
  }
}

/** A title may stand above a table. */
export const headingLines = 15
