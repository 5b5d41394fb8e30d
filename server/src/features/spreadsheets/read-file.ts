import { columnFacts } from '@casillero/shared/domain/column-facts'
import { countKnown, looksLikeValue } from '@casillero/shared/domain/import-columns'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { fillMerged, type Merge } from './merged-cells.ts'
import { readDelimited } from './read-delimited.ts'
import { readWorkbook } from './read-workbook.ts'
import { columnName, FileRefusal, headingLines, type Line, maxRows, type Table } from './table.ts'

const isZip = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
/** Excel before 2007, and a workbook with a password. */
const isCompound = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

const filled = ({ cells }: Line): number => cells.filter((cell) => cell !== '').length

/** The most known names among the first lines; -1 where values begin at once. */
function findHeadings(kind: ImportKind, lines: readonly Line[]): number {
  const first = lines.slice(0, headingLines)
  const known = first.map(({ cells }) => countKnown(kind, cells))
  const most = Math.max(0, ...known)
  if (most > 0) return known.indexOf(most)
  const widest = Math.max(0, ...first.map(filled))
  const at = first.findIndex((line) => filled(line) === widest)
  return first[at]?.cells.some(looksLikeValue) ? -1 : at
}

function readTableIn(
  kind: ImportKind,
  lines: Line[],
  merges: readonly Merge[] = [],
): Pick<Table, 'headings' | 'lines' | 'facts'> {
  const at = findHeadings(kind, lines)
  fillMerged(lines, merges, lines[at]?.row ?? 0)
  const under = lines.slice(at + 1)
  if (under.length === 0) throw new FileRefusal('import_file_empty')
  if (under.length > maxRows) throw new FileRefusal('import_too_many_rows')
  const width = Math.max(lines[at]?.cells.length ?? 0, ...under.slice(0, maxRows).map(({ cells }) => cells.length))
  const headings = Array.from({ length: width }, (_, column) => {
    const name = lines[at]?.cells[column] ?? ''
    return name === '' ? `Columna ${columnName(column)}` : name.replace(/\s+/g, ' ').slice(0, 120)
  })
  const facts = headings.map((_, column) => columnFacts(under.map(({ cells }) => cells[column] ?? '')))
  return { headings, lines: under, facts }
}

/** Of a workbook the named sheet, else the first visible one that holds anything. Throws a `FileRefusal`. */
export async function readFile(content: Buffer, kind: ImportKind, sheet?: string): Promise<Table> {
  if (content.length === 0) throw new FileRefusal('import_file_empty')
  if (isCompound(content)) throw new FileRefusal('import_file_old')
  if (isZip(content)) {
    const { sheetName, sheets, lines, merges } = await readWorkbook(content, sheet)
    return { sheetName, sheets, isCsv: false, ...readTableIn(kind, lines, merges) }
  }
  return { sheetName: null, sheets: [], isCsv: true, ...readTableIn(kind, readDelimited(content, kind)) }
}
