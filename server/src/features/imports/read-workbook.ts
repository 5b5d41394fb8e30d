import { posix } from 'node:path'
import { dateOfSerial } from '@casillero/shared/domain/import-values'
import { enough, readXml } from './read-xml.ts'
import { type Archive, openArchive } from './read-zip.ts'
import { createCollector, FileRefusal, type Line, maxCellLength, maxColumns } from './table.ts'

const maxSheetBytes = 120 * 1024 * 1024
const maxPartBytes = 8 * 1024 * 1024
const maxTextBytes = 32 * 1024 * 1024
const maxTexts = 2_000_000

type Sheet = { name: string; part: string }
type Book = { sheets: Sheet[]; is1904: boolean }

/** Excel writes characters that XML cannot hold as `_x000D_`. */
const withoutEscapes = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function readBook(archive: Archive): Promise<Book> {
  const named: { name: string; relation: string; isHidden: boolean }[] = []
  let is1904 = false
  await readXml(archive, 'xl/workbook.xml', maxPartBytes, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (tag === 'sheet')
        named.push({
          name: attributes.name ?? '',
          relation: attributes['r:id'] ?? attributes['d3p1:id'] ?? '',
          isHidden: attributes.state !== undefined && attributes.state !== 'visible',
        })
    },
  })
  const targets = new Map<string, string>()
  await readXml(archive, 'xl/_rels/workbook.xml.rels', maxPartBytes, {
    open(tag, { Id = '', Target = '' }) {
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target)
      if (tag === 'Relationship') targets.set(Id, target)
    },
  })
  const sheets = named
    .filter(({ isHidden }) => !isHidden)
    .map(({ name, relation }) => ({ name, part: targets.get(relation) ?? '' }))
    .filter(({ part }) => archive.entries.has(part))
  return { sheets, is1904 }
}

/** The texts that cells name by their number. */
async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = []
  if (!archive.entries.has('xl/sharedStrings.xml')) return texts
  let text = ''
  let isText = false
  let isPhonetic = false
  await readXml(archive, 'xl/sharedStrings.xml', maxTextBytes, {
    open(tag) {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
      if (tag === 't') isText = !isPhonetic
    },
    text(piece) {
      if (isText && text.length < maxCellLength) text += piece
    },
    close(tag) {
      if (tag === 't') isText = false
      if (tag === 'rPh') isPhonetic = false
      if (tag !== 'si') return
      if (texts.length >= maxTexts) throw new FileRefusal('import_file_unpacks')
      texts.push(withoutEscapes(text.slice(0, maxCellLength)))
    },
  })
  return texts
}

/** Numbers of formats that show a day, as Excel has them built in. */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36) || (format >= 50 && format <= 58)
const showsDay = (code: string): boolean => /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, ''))

/** Of each look of a cell, whether it shows a number as a date. */
async function readDateLooks(archive: Archive): Promise<boolean[]> {
  const looks: boolean[] = []
  if (!archive.entries.has('xl/styles.xml')) return looks
  const own = new Map<number, boolean>()
  let isInLooks = false
  await readXml(archive, 'xl/styles.xml', maxPartBytes, {
    open(tag, attributes) {
      if (tag === 'numFmt') own.set(Number(attributes.numFmtId), showsDay(attributes.formatCode ?? ''))
      if (tag === 'cellXfs') isInLooks = true
      const format = Number(attributes.numFmtId ?? 0)
      if (tag === 'xf' && isInLooks) looks.push(own.get(format) ?? isBuiltInDate(format))
    },
    close(tag) {
      if (tag === 'cellXfs') isInLooks = false
    },
  })
  return looks
}

const columnOf = (place: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(place)?.[0]?.toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A number as people would type it: without what binary fractions add, and with all of its digits. */
function plainNumber(raw: string): string {
  const number = Number(raw)
  if (raw === '' || !Number.isFinite(number)) return raw
  if (Math.abs(number) >= 1e15)
    return /^\d+$/.test(raw) && raw.length <= 15 ? raw : raw.includes('E') ? raw : number.toExponential().toUpperCase()
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(12)))
}

type Shown = { texts: string[]; isDate: boolean[]; is1904: boolean }

function shownValue(type: string, look: number, raw: string, { texts, isDate, is1904 }: Shown): string {
  if (type === 's') return texts[Number(raw)] ?? ''
  if (type === 'str' || type === 'inlineStr') return withoutEscapes(raw)
  if (type === 'b') return raw === '1' ? 'Sí' : 'No'
  if (type === 'd') return raw.replace(/T00:00:00(?:\.0+)?Z?$/, '')
  if (type === 'e') return raw
  const number = Number(raw)
  if (raw === '' || !isDate[look] || !Number.isFinite(number)) return plainNumber(raw)
  const { date, time } = dateOfSerial(number + (is1904 ? 1_462 : 0))
  return time === null ? date : `${date} ${time}`
}

/** Reads the lines of a sheet: what its cells show, of a formula the value that was kept with it. */
async function readSheet(archive: Archive, part: string, shown: Shown): Promise<Line[]> {
  const { lines, add } = createCollector()
  let [row, column, type, look, raw] = [0, 0, '', 0, '']
  let isValue = false
  let isPhonetic = false
  let cells: string[] = []
  await readXml(archive, part, maxSheetBytes, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r) || row + 1
        cells = []
        column = -1
      } else if (tag === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        type = attributes.t ?? 'n'
        look = Number(attributes.s ?? 0)
        raw = ''
      } else if (tag === 'rPh') isPhonetic = true
      else if (tag === 'v' || tag === 't') isValue = !isPhonetic
    },
    text(piece) {
      if (isValue && raw.length < maxCellLength) raw += piece
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isValue = false
      else if (tag === 'rPh') isPhonetic = false
      else if (tag === 'c') setCell(cells, column, shownValue(type, look, raw, shown))
      else if (tag === 'row') add(row, cells)
      // What follows, as links and merged cells, is of no use.
      else if (tag === 'sheetData') throw enough
    },
  })
  return lines
}

/** Columns beyond those that are read may hold anything; one that holds something refuses the file. */
function setCell(cells: string[], column: number, value: string): void {
  if (value === '' || column < 0) return
  if (column >= maxColumns) throw new FileRefusal('import_too_many_columns')
  while (cells.length < column) cells.push('')
  cells[column] = value
}

/**
 * Reads the first sheet of a workbook that holds anything. Macros, links, formulas and pictures are in parts that are not opened.
 * docs/product/imports.md, "Files".
 */
export async function readWorkbook(content: Buffer): Promise<{ sheetName: string; lines: Line[] }> {
  const archive = openArchive(content)
  if (!archive.entries.has('xl/workbook.xml')) throw new FileRefusal('import_file_unknown')
  const { sheets, is1904 } = await readBook(archive)
  const shown = { texts: await readTexts(archive), isDate: await readDateLooks(archive), is1904 }
  for (const { name, part } of sheets) {
    const lines = await readSheet(archive, part, shown)
    if (lines.length > 0) return { sheetName: name.slice(0, 200), lines }
  }
  throw new FileRefusal('import_file_empty')
}
