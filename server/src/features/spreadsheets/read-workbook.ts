import { posix } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { dateOfSerial } from '@casillero/shared/domain/read-date'
import { visibleText } from '@casillero/shared/domain/visible-text'
import { Parser } from 'htmlparser2'
import { addMerge, type Merge, readColumnNumber } from './merged-cells.ts'
import { builtInLook, type Look, readLook, showNumber } from './number-format.ts'
import { type Archive, openArchive, unpack } from './read-zip.ts'
import {
  type CellFault,
  createCollector,
  FileRefusal,
  type Line,
  maxCellLength,
  maxColumns,
  type SheetName,
} from './table.ts'

type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Thrown to stop when enough of the part is known. */
const enough = Symbol('enough')

/** The parser compares the names of all open elements at each end. A sheet nests some ten. */
const maxDepth = 64

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Parses while unpacking. Refuses a document type, whose entities could grow without end or name other files, and elements nested deeper
 * than in any sheet.
 */
async function readXml(archive: Archive, name: string, most: number, handlers: XmlHandlers): Promise<void> {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth += 1
        if (depth > maxDepth) throw new FileRefusal('import_file_hostile')
        handlers.open?.(withoutPrefix(tag), attributes)
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag(tag) {
        depth -= 1
        handlers.close?.(withoutPrefix(tag))
      },
      onprocessinginstruction(tag) {
        if (/^!doctype/i.test(tag)) throw new FileRefusal('import_file_hostile')
      },
      onerror(error) {
        throw error
      },
    },
    { xmlMode: true },
  )
  const decoder = new StringDecoder('utf8')
  try {
    for await (const piece of unpack(archive, name, most)) parser.write(decoder.write(piece))
    parser.end(decoder.end())
  } catch (error) {
    if (error !== enough) throw error
  }
}

const maxPartBytes = 8 * 1024 * 1024
const maxTextBytes = 32 * 1024 * 1024
const maxTexts = 2_000_000
const maxSheets = 255
type BookSheet = { name: string; part: string; isHidden: boolean }
type Book = { sheets: BookSheet[]; texts: string[]; looks: Look[]; is1904: boolean }

/** Characters that XML cannot hold are written as `_x000D_`. */
const withoutEscapes = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type Relation = { type: string; target: string }

/** Maps ids to parts. All writers end a type with the same word. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  const { dir, base } = posix.parse(part)
  const name = posix.join(dir, '_rels', `${base}.rels`)
  if (!archive.entries.has(name)) return relations
  await readXml(archive, name, maxPartBytes, {
    open(tag, { Id = '', Type = '', Target = '' }) {
      const target = (Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target)).toLowerCase()
      if (tag === 'Relationship') relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

/** Accepts the names of transitional and strict files. */
const isRelationships = (address: string): boolean =>
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/officeDocument(?:\/2006)?\/relationships$/.test(
    address,
  )

const isHiddenState = (state: string | undefined): boolean => state !== undefined && state !== 'visible'

async function readSheets(archive: Archive, part: string, relations: Map<string, Relation>) {
  const sheets: BookSheet[] = []
  // A file may give the namespace any prefix, on any outer element.
  const prefixes = new Set<string>()
  let is1904 = false
  await readXml(archive, part, maxPartBytes, {
    open(tag, attributes) {
      for (const [name, value] of Object.entries(attributes))
        if (name.startsWith('xmlns:') && isRelationships(value)) prefixes.add(name.slice('xmlns:'.length))
      if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (tag !== 'sheet') return
      if (sheets.length >= maxSheets) throw new FileRefusal('import_too_many_sheets')
      const id = [...prefixes].map((prefix) => attributes[`${prefix}:id`]).find((found) => found !== undefined)
      const target = relations.get(id ?? attributes['r:id'] ?? '')?.target ?? ''
      const name = visibleText(withoutEscapes((attributes.name ?? '').slice(0, 200)).toWellFormed()).slice(0, 200)
      sheets.push({ name, part: target, isHidden: isHiddenState(attributes.state) })
    },
    close(tag) {
      if (tag === 'sheets') throw enough
    },
  })
  return { sheets: sheets.filter((sheet) => archive.entries.has(sheet.part)), is1904 }
}

/** Cells refer to texts by number. */
async function readTexts(archive: Archive, part: string): Promise<string[]> {
  const texts: string[] = []
  if (!archive.entries.has(part)) return texts
  let text = ''
  let isText = false
  let isPhonetic = false
  await readXml(archive, part, maxTextBytes, {
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

/** Says for each cell style how it shows numbers. */
async function readLooks(archive: Archive, part: string): Promise<Look[]> {
  const looks: Look[] = []
  if (!archive.entries.has(part)) return looks
  const own = new Map<number, Look>()
  let isInLooks = false
  await readXml(archive, part, maxPartBytes, {
    open(tag, attributes) {
      if (tag === 'numFmt') own.set(Number(attributes.numFmtId), readLook(attributes.formatCode ?? ''))
      if (tag === 'cellXfs') isInLooks = true
      const format = Number(attributes.numFmtId ?? 0)
      if (tag === 'xf' && isInLooks) looks.push(own.has(format) ? (own.get(format) ?? null) : builtInLook(format))
    },
    close(tag) {
      if (tag === 'cellXfs') throw enough
    },
  })
  return looks
}

/** Reads sheet names and parts, texts, and styles. Throws a `FileRefusal`. */
async function readBook(archive: Archive): Promise<Book> {
  const { entries } = archive
  // There, cells are not XML of this kind.
  if (entries.has('xl/workbook.bin')) throw new FileRefusal('import_file_old')
  if (entries.has('content.xml')) throw new FileRefusal('import_file_ods')
  const roots = await readRelations(archive, '')
  const named = [...roots.values()].find(({ type }) => type === 'officeDocument')?.target
  const part = named !== undefined && entries.has(named) ? named : 'xl/workbook.xml'
  if (!entries.has(part)) throw new FileRefusal('import_file_unknown')
  const relations = await readRelations(archive, part)
  const findPart = (type: string, usual: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.target ?? usual
  const { sheets, is1904 } = await readSheets(archive, part, relations)
  return {
    sheets,
    is1904,
    texts: await readTexts(archive, findPart('sharedStrings', 'xl/sharedstrings.xml')),
    looks: await readLooks(archive, findPart('styles', 'xl/styles.xml')),
  }
}

const maxSheetBytes = 120 * 1024 * 1024

/** Removes what binary fractions add, and keeps all digits. */
function plainNumber(raw: string): string {
  const number = Number(raw)
  if (raw === '' || !Number.isFinite(number)) return raw
  if (Math.abs(number) >= 1e15)
    return /^\d+$/.test(raw) && raw.length <= 15 ? raw : raw.includes('E') ? raw : number.toExponential().toUpperCase()
  const text = String(Number.isInteger(number) ? number : Number(number.toPrecision(12)))
  // Exactly three decimals could be read as thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

type Cell = { type: string; look: number; raw: string; hasFormula: boolean; hasValue: boolean }

function shownValue({ type, look, raw }: Cell, { texts, looks, is1904 }: Book): string {
  if (type === 's') return texts[Number(raw)] ?? ''
  if (type === 'str' || type === 'inlineStr') return withoutEscapes(raw)
  if (type === 'b') return raw === '' ? '' : raw === '1' || raw === 'true' ? 'Sí' : 'No'
  if (type === 'd') return raw.replace(/T00:00:00(?:\.0+)?Z?$/, '')
  if (type === 'e') return raw
  const number = Number(raw)
  const how = looks[look] ?? null
  if (how !== 'date' || raw === '' || !Number.isFinite(number))
    return how === null || how === 'date' ? plainNumber(raw) : showNumber(plainNumber(raw), how)
  const { date, time } = dateOfSerial(number + (is1904 ? 1_462 : 0))
  return time === null ? date : `${date} ${time}`
}

/** An empty text is a valid result of a formula. */
function findFault({ type, raw, hasFormula, hasValue }: Cell): CellFault | undefined {
  if (type === 'e') return 'error'
  const isEmpty = type === 'str' ? !hasValue : raw === ''
  return hasFormula && isEmpty ? 'formula' : undefined
}

const isTrue = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

type ReadSheet = { lines: Line[]; merges: Merge[] }

/** Reads what cells show; a formula gives its stored value. */
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
      // The parts that follow, such as links and pictures, are not needed.
      else if (tag === 'mergeCells') throw enough
    },
  })
  return { lines: inOrder(lines), merges }
}

/** A file may hold rows in any order, and a row twice. */
function inOrder(lines: Line[]): Line[] {
  const isSorted = lines.every((line, index) => line.row > (lines[index - 1]?.row ?? 0))
  if (isSorted) return lines
  const sorted = lines.toSorted((one, other) => one.row - other.row)
  if (sorted.some((line, index) => line.row === sorted[index - 1]?.row)) throw new FileRefusal('import_file_broken')
  return sorted
}

/** A filled cell beyond the last read column refuses the file. */
function setCell(cells: string[], column: number, value: string): void {
  if (value === '' || column < 0) return
  if (column >= maxColumns) throw new FileRefusal('import_too_many_columns')
  while (cells.length < column) cells.push('')
  cells[column] = value
}

/** Stops at the first filled cell. */
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

/** Looks at each part once. */
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
