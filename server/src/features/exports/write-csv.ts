import { guardCell } from '@casillero/shared/domain/csv-guard'
import type { SheetCell } from '../papers/sheet-facts.ts'

/** Without it Excel reads UTF-8 as the machine's old code page. */
const byteOrderMark = '\ufeff'

const delimiter = ','

function formatText(text: string): string {
  const shown = guardCell(text, delimiter)
  // Quotes semicolons as well, for programs that split columns by them.
  return /[",;\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

function formatCell(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return formatText(cell.toWellFormed())
  if (typeof cell === 'number') return String(cell)
  if ('date' in cell) return cell.date
  if ('instant' in cell) return cell.instant.slice(0, 19).replace('T', ' ')
  return String('whole' in cell ? cell.whole : cell.number)
}

/** docs/product/exports.md, "CSV". */
export const csvLine = (cells: readonly SheetCell[]): string => `${cells.map(formatCell).join(delimiter)}\r\n`

/** The first line, with the mark of UTF-8. */
export const csvHead = (heads: readonly string[]): string => byteOrderMark + csvLine(heads)
