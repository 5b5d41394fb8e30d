import { dateOfSerial } from '@casillero/shared/domain/read-date'
import { addMerge, type Merge, readColumnNumber } from './merged-cells.ts'
import { type Book, type BookSheet, readBook, withoutEscapes } from './read-book.ts'
import { enough, readXml } from './read-xml.ts'
import { type Archive, openArchive } from './read-zip.ts'
import {
  type CellFault,
  createCollector,
  FileRefusal,
  type Line,
  maxCellLength,
  maxColumns,
  type SheetName,
} from './table.ts'

const maxSheetBytes = 120 * 1024 * 1024

/** Without what binary fractions add, and with all of its digits. */
function plainNumber(raw: string): string {
  const number = Number(raw)
  if (raw === '' || !Number.isFinite(number)) return raw
  if (Math.abs(number) >= 1e15)
    return /^\d+$/.test(raw) && raw.length <= 15 ? raw : raw.includes('E') ? raw : number.toExponential().toUpperCase()
  const text = String(Number.isInteger(number) ? number : Number(number.toPrecision(12)))
  // With three decimals alone the text could be read as one with thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

type Cell = { type: string; look: number; raw: string; hasFormula: boolean; hasValue: boolean }

function shownValue({ type, look, raw }: Cell, { texts, isDate, is1904 }: Book): string {
  if (type === 's') return texts[Number(raw)] ?? ''
  if (type === 'str' || type === 'inlineStr') return withoutEscapes(raw)
  if (type === 'b') return raw === '' ? '' : raw === '1' || raw === 'true' ? 'Sí' : 'No'
  if (type === 'd') return raw.replace(/T00:00:00(?:\.0+)?Z?$/, '')
  if (type === 'e') return raw
  const number = Number(raw)
  if (raw === '' || !isDate[look] || !Number.isFinite(number)) return plainNumber(raw)
  const { date, time } = dateOfSerial(number + (is1904 ? 1_462 : 0))
  return time === null ? date : `${date} ${time}`
}

/** A formula may well come to an empty text. */
function findFault({ type, raw, hasFormula, hasValue }: Cell): CellFault | undefined {
  if (type === 'e') return 'error'
  const isEmpty = type === 'str' ? !hasValue : raw === ''
  return hasFormula && isEmpty ? 'formula' : undefined
}

const isTrue = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

type ReadSheet = { lines: Line[]; merges: Merge[] }

/** What its cells show, of a formula the value that was kept. */
async function readSheet(archive: Archive, part: string, book: Book): Promise<ReadSheet> {
  const { lines, add } = createCollector()
  const merges: Merge[] = []
  let [row, column, isHidden, isValue, isPhonetic] = [0, 0, false, false, false]
  let cell: Cell = { type: '', look: 0, raw: '', hasFormula: false, hasValue: false }
  let cells: string[] = []
  let faults: Record<number, CellFault> = {}
  await readXml(archive, part, maxSheetBytes, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r) || row + 1
        isHidden = isTrue(attributes.hidden)
        cells = []
        faults = {}
        column = -1
      } else if (tag === 'c') {
        column = attributes.r === undefined ? column + 1 : readColumnNumber(attributes.r)
        const { t: type = 'n', s: look = '0' } = attributes
        cell = { type, look: Number(look), raw: '', hasFormula: false, hasValue: false }
      } else if (tag === 'f') cell.hasFormula = true
      else if (tag === 'rPh') isPhonetic = true
      else if (tag === 'v' || tag === 't') {
        isValue = !isPhonetic
        cell.hasValue = true
      } else if (tag === 'mergeCell') addMerge(merges, attributes.ref ?? '')
    },
    text(piece) {
      if (isValue && cell.raw.length < maxCellLength) cell.raw += piece
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isValue = false
      else if (tag === 'rPh') isPhonetic = false
      else if (tag === 'c') {
        setCell(cells, column, shownValue(cell, book))
        const fault = findFault(cell)
        if (fault !== undefined && column >= 0) faults[column] = fault
      } else if (tag === 'row') add(row, cells, { isHidden, faults })
      // The parts that follow, such as links and pictures, are of no use.
      else if (tag === 'mergeCells') throw enough
    },
  })
  return { lines: inOrder(lines), merges }
}

/** A file may have rows in any order, and one of them twice. */
function inOrder(lines: Line[]): Line[] {
  const isSorted = lines.every((line, index) => line.row > (lines[index - 1]?.row ?? 0))
  if (isSorted) return lines
  const sorted = lines.toSorted((one, other) => one.row - other.row)
  if (sorted.some((line, index) => line.row === sorted[index - 1]?.row)) throw new FileRefusal('import_file_broken')
  return sorted
}

/** A column beyond those that are read refuses the file where it holds something. */
function setCell(cells: string[], column: number, value: string): void {
  if (value === '' || column < 0) return
  if (column >= maxColumns) throw new FileRefusal('import_too_many_columns')
  while (cells.length < column) cells.push('')
  cells[column] = value
}

/** The first cell with anything ends the look. */
async function holdsAnything(archive: Archive, part: string): Promise<boolean> {
  let isFound = false
  await readXml(archive, part, maxSheetBytes, {
    open(tag) {
      isFound = tag === 'v' || tag === 't' || tag === 'f'
      if (isFound) throw enough
    },
    close(tag) {
      if (tag === 'sheetData') throw enough
    },
  })
  return isFound
}

/** Each part is looked at once. */
async function filledSheets(archive: Archive, sheets: readonly BookSheet[]): Promise<BookSheet[]> {
  const filled = new Map<string, boolean>()
  for (const { part } of sheets) if (!filled.has(part)) filled.set(part, await holdsAnything(archive, part))
  return sheets.filter(({ part }) => filled.get(part) === true)
}

/** docs/product/imports.md, "Files". */
export async function readWorkbook(
  content: Buffer,
  wanted: string | undefined,
): Promise<ReadSheet & { sheetName: string; sheets: SheetName[] }> {
  const archive = openArchive(content)
  const book = await readBook(archive)
  const filled = await filledSheets(archive, book.sheets)
  const sheets = filled.map(({ name, isHidden }) => ({ name, isHidden }))
  for (const { name, part } of filled.filter((one) => (wanted === undefined ? !one.isHidden : one.name === wanted))) {
    const read = await readSheet(archive, part, book)
    if (read.lines.length > 0) return { ...read, sheetName: name, sheets }
  }
  throw new FileRefusal('import_file_empty')
}
