import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { columnFacts } from '@casillero/shared/domain/column-facts'
import { withoutGuards } from '@casillero/shared/domain/csv-guard'
import { countKnown, looksLikeValue } from '@casillero/shared/domain/import-columns'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { findLengthUnit } from '@casillero/shared/domain/read-measures'
import { findWeightUnit } from '@casillero/shared/domain/read-weight'
import { CsvError, parse } from 'csv-parse/sync'
import type { ThreadAnswer } from '../../platform/process/pool-member.ts'
import { type Decoded, decodeBytes, readEntities } from './letters.ts'
import { fillMerged, type Merge } from './merged-cells.ts'
import { readWorkbook } from './read-workbook.ts'
import { withoutSums } from './sum-rows.ts'
import {
  columnName,
  createCollector,
  FileRefusal,
  headingLines,
  type Line,
  maxRows,
  type Reading,
  type ReadingTask,
  type Table,
} from './table.ts'

const longestRecord = 400_000
/** Commas come last, because texts contain them. */
const marks = ['\t', ';', '|', ','] as const

const read8 = (content: Buffer, name: string, ways = {}): Decoded => ({
  text: new TextDecoder(name, ways).decode(content),
  line: null,
  lines: [],
})

/** Decides by the byte order mark, else UTF-8 if valid, else by the letters. */
function decode(content: Buffer, chosen?: string): Decoded {
  const [first, second, third] = content
  if (first === 0xff && second === 0xfe) return read8(content, 'utf-16le')
  if (first === 0xfe && second === 0xff) return read8(content, 'utf-16be')
  if (first === 0xef && second === 0xbb && third === 0xbf) return read8(content, 'utf-8')
  // Excel's UTF-16 without the mark: with Latin letters every other byte is 0.
  if (content.length > 3 && content[1] === 0 && content[3] === 0) return read8(content, 'utf-16le')
  try {
    return read8(content, 'utf-8', { fatal: true })
  } catch {
    return decodeBytes(content, chosen)
  }
}

/** Until lines are split, marks that were written as entities stand apart: from U+E000 on. */
const keepApart = (sign: string): string =>
  /[";,|\t\r\n]/.test(sign) ? String.fromCharCode(0xe000 + sign.charCodeAt(0)) : sign
const asWritten = (cell: string): string =>
  cell.replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe000))

/** Some systems name a web page as a spreadsheet; no line of a table begins with a tag. */
const isMarkup = (text: string): boolean => /^[\s\ufeff]*(?:<[!?a-z]|MIME-Version:)/i.test(text)

/** `="0001"` keeps a spreadsheet from making it a number. */
const withoutFormula = (cell: string): string => cell.replace(/^\s*="([^"]*)"\s*$/, '$1')

const looked = { characters: 20_000, records: 50 }
const ways = { relax_column_count: true, relax_quotes: true, max_record_size: longestRecord } as const

/** Splits the first lines at a mark. */
function firstRecords(text: string, mark: string, quoted = '"'): string[][] {
  const end = text.length > looked.characters ? text.lastIndexOf('\n', looked.characters) : text.length
  const head = text.slice(0, end > 0 ? end : looked.characters)
  try {
    return parse(head, { ...ways, escape: quoted, delimiter: mark, to: looked.records, skip_records_with_error: true })
  } catch (error) {
    // If a quote is not closed within the first lines, they are split without quotes.
    if (error instanceof CsvError) return head.split(/\r\n|\r|\n/).map((line) => line.split(mark))
    throw error
  }
}

type Score = { mark: string; isSame: boolean; known: number; share: number }

function computeScore(text: string, mark: string, kind: ImportKind): Score {
  const records = firstRecords(text, mark).filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const counts = records.map((cells) => cells.length)
  const several = counts.filter((count) => count > 1)
  const usual = Math.max(0, ...several.map((count) => several.filter((other) => other === count).length))
  return {
    mark,
    isSame: usual > 0 && usual === records.length,
    known: Math.max(
      0,
      ...records.slice(0, headingLines).map((cells) => (cells.length > 1 ? countKnown(kind, cells) : 0)),
    ),
    share: records.length === 0 ? 0 : usual / records.length,
  }
}

/** Takes the mark that splits all lines into equally many cells; else the one with most known headings; else with most lines alike. */
function findDelimiter(text: string, kind: ImportKind): string {
  const [best] = marks
    .map((mark) => computeScore(text, mark, kind))
    .filter(({ share }) => share > 0)
    .toSorted(
      (one, other) =>
        Number(other.isSame) - Number(one.isSame) ||
        (one.isSame ? 0 : other.known - one.known || other.share - one.share),
    )
  return best?.mark ?? ';'
}

/** Splitting a line of millions of cells would take long before it could be refused. */
function refuseLongLines(text: string): void {
  let from = 0
  for (const { index } of text.matchAll(/[\r\n]|$/g)) {
    if (index - from > longestRecord) throw new FileRefusal('import_file_broken')
    from = index
  }
}

const countMarks = (text: string, mark: string): number => text.split(mark).length - 1
const isBreak = /\r\n|\r|\n/

/**
 * Detects a quote that was never closed: the record holds a line break, and the mark as often as the headings. With one or two marks its
 * lines must look like the table's.
 */
function refuseSwallowed(record: readonly string[], mark: string, headMarks: number, row: number): void {
  if (headMarks === 0) return
  for (const cell of record) {
    if (!isBreak.test(cell) || countMarks(cell, mark) < headMarks) continue
    const [first = '', ...others] = record.join(mark).split(isBreak)
    const isTable = countMarks(first, mark) === headMarks && others.some((line) => countMarks(line, mark) >= headMarks)
    if (headMarks > 2 || isTable) throw new FileRefusal('import_quote_open', { row })
  }
}

const isWrapped = (cell: string): boolean => marks.some((mark) => cell.includes(mark))

/** Some programs put each whole line into quotes. */
function openLines(text: string): string {
  if (!/^\ufeff?"/.test(text)) return text
  const first = firstRecords(text, '\u0000')
  if (
    !first.every(
      ([cell = '', ...more]) => more.length === 0 && (cell === '' || (isWrapped(cell) && !isBreak.test(cell))),
    )
  )
    return text
  if (!text.split(/\r\n|\r|\n/).every((line) => line === '' || /^\ufeff?"(?:[^"]|"")*"\s*$/.test(line))) return text
  return text.replace(/^(\ufeff?)"(.*)"\s*$/gm, (_, mark: string, line: string) => mark + line.replaceAll('""', '"'))
}

/** So does one line among others, where it holds as many marks as the headings. */
function openRecord(record: string[], mark: string, headMarks: number): string[] {
  const [cell = '', ...more] = record
  if (more.length > 0 || headMarks < 2 || isBreak.test(cell) || countMarks(cell, mark) < headMarks) return record
  const [opened = record] = parse(cell, { ...ways, delimiter: mark })
  return opened.length === headMarks + 1 ? opened : record
}

/** A quote inside quotes is doubled, or follows a backslash: whichever leaves more lines alike. */
function findEscape(text: string, mark: string): string {
  if (!text.includes('\\"')) return '"'
  const countOdd = (quoted: string) => {
    const counts = firstRecords(text, mark, quoted).map((cells) => cells.length)
    return counts.filter((count) => count !== counts[0]).length
  }
  return countOdd('\\') < countOdd('"') ? '\\' : '"'
}

/** Counts in the widest of the first records. */
const countHeadMarks = (text: string, mark: string, quoted: string): number => {
  const counts = firstRecords(text, mark, quoted)
    .slice(0, headingLines)
    .map((cells) => (cells.some((cell) => isBreak.test(cell)) ? 0 : cells.length - 1))
  return Math.max(0, ...counts)
}

/**
 * A record is one row, even with line breaks in its quotes; so is an empty line. A first line that names the mark is not.
 * docs/product/imports.md, "Files".
 */
function readDelimited(content: Buffer, kind: ImportKind, chosen?: string): { lines: Line[]; letters: Decoded } {
  const letters = decode(content, chosen)
  const text = readEntities(letters.text, keepApart)
  if (isMarkup(text)) throw new FileRefusal('import_file_web')
  if (text.includes('\u0000')) throw new FileRefusal('import_file_unknown')
  refuseLongLines(text)
  const [, named] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  const table = openLines(named === undefined ? text : text.replace(/^.*\r?\n/, ''))
  const delimiter = named ?? findDelimiter(table, kind)
  const quoted = findEscape(table, delimiter)
  const headMarks = countHeadMarks(table, delimiter, quoted)
  const { lines, add } = createCollector()
  let row = 0
  try {
    parse(table, {
      ...ways,
      delimiter,
      escape: quoted,
      on_record(read: string[]) {
        row += 1
        const record = openRecord(read, delimiter, headMarks)
        refuseSwallowed(record, delimiter, headMarks, row)
        add(
          row,
          record.map((cell) => withoutGuards(withoutFormula(asWritten(cell)), delimiter)),
        )
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new FileRefusal('import_quote_open', { row: row + 1 })
    if (error instanceof CsvError) throw new FileRefusal('import_file_broken')
    throw error
  }
  return { lines, letters }
}

const isZip = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
/** Excel before 2007, or a workbook with a password. */
const isCompound = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

const filled = ({ cells }: Line): number => cells.filter((cell) => cell !== '').length

type Headings = { names: readonly string[]; last: number }

/** The line with most known names among the first ones, or two lines together; `last` is -1 if there are no headings. */
function findHeadings(kind: ImportKind, lines: readonly Line[]): Headings {
  const first = lines.slice(0, headingLines)
  const known = first.map(({ cells }) => countKnown(kind, cells))
  const most = Math.max(0, ...known)
  if (most > 0) return joinHeadings(kind, first, known.indexOf(most), most)
  const widest = Math.max(0, ...first.map(filled))
  const at = first.findIndex((line) => filled(line) === widest)
  return first[at]?.cells.some(looksLikeValue) ? { names: [], last: -1 } : { names: first[at]?.cells ?? [], last: at }
}

const isName = (cell: string): boolean => cell.length <= 40 && !/^[\d.,\s]+$/.test(cell) && !looksLikeValue(cell)
const hasNames = (line: Line | undefined): line is Line =>
  line?.cells.every((cell) => cell === '' || isName(cell)) ?? false

/** A second line of headings, above or below, is one where both name more than either. */
function joinHeadings(kind: ImportKind, lines: readonly Line[], at: number, known: number): Headings {
  const own = lines[at]?.cells ?? []
  const [before, after] = [lines[at - 1], lines[at + 1]]
  const below = hasNames(after) ? joinNames(kind, own, after.cells) : []
  if (countKnown(kind, below) > known) return { names: below, last: at + 1 }
  const above = hasNames(before) ? joinNames(kind, before.cells, own) : []
  return countKnown(kind, above) > known ? { names: above, last: at } : { names: own, last: at }
}

/** A name above several columns stands in the first. */
function joinNames(kind: ImportKind, upper: readonly string[], lower: readonly string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) => {
    const [own = '', below = ''] = [upper[column], lower[column]]
    if (own !== '' || below === '') group = own
    const joined = `${group} ${below}`.trim()
    if (below === '' || countKnown(kind, [joined]) > 0 || countKnown(kind, [below]) === 0) return joined
    const unit = findWeightUnit(group) ?? findLengthUnit(group)
    return unit === undefined ? below : `${below} (${unit})`
  })
}

function readTableIn(
  kind: ImportKind,
  lines: Line[],
  merges: readonly Merge[] = [],
): Pick<Table, 'headings' | 'lines' | 'facts' | 'sumRows'> {
  const { names, last } = findHeadings(kind, lines)
  fillMerged(lines, merges, lines[last]?.row ?? 0)
  const below = lines.slice(last + 1)
  const under = withoutSums(below)
  if (under.length === 0) throw new FileRefusal('import_file_empty')
  if (under.length > maxRows) throw new FileRefusal('import_too_many_rows')
  const width = Math.max(names.length, ...under.slice(0, maxRows).map(({ cells }) => cells.length))
  const headings = Array.from({ length: width }, (_, column) => {
    const name = names[column] ?? ''
    return name === '' ? `Columna ${columnName(column)}` : name.replace(/\s+/g, ' ').slice(0, 120)
  })
  const facts = headings.map((_, column) => columnFacts(under.map(({ cells }) => cells[column] ?? '')))
  return { headings, lines: under, facts, sumRows: below.length - under.length }
}

/** Reads a workbook's named sheet, else its first visible one with content. Throws a `FileRefusal`. */
export async function readFile(content: Buffer, kind: ImportKind, sheet?: string): Promise<Table> {
  if (content.length === 0) throw new FileRefusal('import_file_empty')
  if (isCompound(content)) throw new FileRefusal('import_file_old')
  if (isZip(content)) {
    const { sheetName, sheets, lines, merges } = await readWorkbook(content, sheet)
    return { sheetName, sheets, isCsv: false, ...readTableIn(kind, lines, merges) }
  }
  const { lines, letters } = readDelimited(content, kind, sheet)
  const sheets = letters.lines.map((name) => ({ name, isHidden: false }))
  return { sheetName: letters.line, sheets, isCsv: true, ...readTableIn(kind, lines) }
}

// As for papers, calls come first.
if (process.platform === 'linux') setPriority(10)

async function read({ content, kind, sheet }: ReadingTask): Promise<Reading> {
  try {
    return { table: await readFile(Buffer.from(content.buffer, content.byteOffset, content.byteLength), kind, sheet) }
  } catch (error) {
    if (error instanceof FileRefusal) return { refusal: error.code, values: error.values }
    throw error
  }
}

async function answer(task: ReadingTask): Promise<ThreadAnswer> {
  try {
    return { content: new TextEncoder().encode(JSON.stringify(await read(task))) }
  } catch (failure) {
    return { failure }
  }
}

parentPort?.on('message', async (task: ReadingTask) => {
  parentPort?.postMessage(await answer(task))
})
