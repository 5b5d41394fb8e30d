import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { SheetCell, SheetHead, SheetPaper } from './sheet-facts.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const typePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml.'

/** Index in `styles`. */
const looks = { number: 0, text: 1, strong: 2, decimal: 3, whole: 4, date: 5, instant: 6 }

// With `quotePrefix` Excel keeps a text as text when it is edited.
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" quotePrefix="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** For a workbook with these sheets. */
function contentTypes(sheets: readonly string[]): string {
  const parts = sheets.map((sheet) => `<Override PartName="${sheet}" ContentType="${typePrefix}worksheet+xml"/>`)
  return `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typePrefix}sheet.main+xml"/>${parts.join('')}<Override PartName="/xl/styles.xml" ContentType="${typePrefix}styles+xml"/></Types>`
}

/** Names them `rId1`, `rId2` and so on. */
function writeRelations(targets: readonly (readonly [type: string, target: string])[]): string {
  const entries = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${relations}">${entries.join('')}</Relationships>`
}

const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (sign) => markup[sign] ?? sign)
}

/** The first sheet is `rId1`. */
function writeWorkbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/** Keeps rows down to `headRow` in sight. */
function sheetStart(columns: readonly { width: number }[], headRow: number): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headRow}" topLeftCell="A${headRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

const sheetEnd = '</sheetData></worksheet>'

/** Excel's limit. */
const maxSheetRows = 1_048_576
/** Excel's limit. */
const maxLetters = 32_767
const dayMs = 86_400_000
/** Days from Excel's first day to 1970. */
const daysBefore1970 = 25_569

const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const shortened = (text: string): string => (text.length > maxLetters ? `${text.slice(0, maxLetters - 1)}…` : text)

/** Undefined for a date before 1900, which stays text. */
function toSerial(text: string): number | undefined {
  const serial = Date.parse(`${text}Z`) / dayMs + daysBefore1970
  return serial > 60 ? serial : undefined
}

const toDayValue = (date: string) => [looks.date, toSerial(`${date}T00:00:00`), date] as const
const toInstantValue = (instant: string) => [looks.instant, toSerial(instant.slice(0, 19)), instant] as const

type Value = readonly [look: number, value: number | undefined, text?: string]

function chooseLook(cell: Exclude<SheetCell, string | null>): Value {
  if (typeof cell === 'number') return [looks.decimal, cell]
  if ('whole' in cell) return [looks.whole, cell.whole]
  if ('number' in cell) return [looks.number, cell.number]
  return 'date' in cell ? toDayValue(cell.date) : toInstantValue(cell.instant)
}

const textCell = (text: string, place: string, look: number): string =>
  `<c r="${place}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${xmlText(shortened(text))}</t></is></c>`

function writeCell(cell: SheetCell, place: string, textLook: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(cell, place, textLook)
  const [look, value, text = ''] = chooseLook(cell)
  return value === undefined ? textCell(text, place, textLook) : `<c r="${place}" s="${look}"><v>${value}</v></c>`
}

/** Takes sheets one after the other, with rows in order. */
export type Workbook = {
  sheet(head: SheetHead): void
  rows(rows: readonly (readonly SheetCell[])[]): void
  end(): void
}

function openZip(emit: (bytes: Uint8Array) => void) {
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    emit(bytes)
  })

  function addFile(name: string): ZipDeflate {
    const file = new ZipDeflate(name, { level: 6 })
    // Local time, which ZIP files store, so that it is the same everywhere.
    file.mtime = new Date(1980, 0, 1)
    zip.add(file)
    return file
  }

  return {
    addFile,
    put: (name: string, text: string): void => void addFile(name).push(strToU8(text), true),
    end: () => zip.end(),
  }
}

/** Writes what a workbook has beside its sheets. */
function writeFrame(put: (name: string, text: string) => void, names: readonly string[]): void {
  const sheets = names.map((_, index) => `worksheets/sheet${index + 1}.xml`)
  put('[Content_Types].xml', contentTypes(sheets.map((target) => `/xl/${target}`)))
  put('_rels/.rels', writeRelations([['officeDocument', 'xl/workbook.xml']]))
  put('xl/workbook.xml', writeWorkbook(names))
  const targets = sheets.map((target) => ['worksheet', target] as const)
  put('xl/_rels/workbook.xml.rels', writeRelations([...targets, ['styles', 'styles.xml']]))
  put('xl/styles.xml', styles)
}

/**
 * Emits bytes at once, keeping no row. Rows beyond a sheet's limit continue on another. The same content gives the same bytes.
 * docs/product/shipments.md, "Papers".
 */
export function openWorkbook(emit: (bytes: Uint8Array) => void, maxRows = maxSheetRows): Workbook {
  const { addFile, put, end } = openZip(emit)
  const names: string[] = []
  let columnNames: string[] = []
  let head: SheetHead | undefined
  let open: ZipDeflate | undefined
  let written = 0

  function rowText(cells: readonly SheetCell[], textLook: number): string {
    written += 1
    const texts = cells.map((cell, index) => writeCell(cell, `${columnNames[index]}${written}`, textLook))
    return `<row r="${written}">${texts.join('')}</row>`
  }

  function endSheet(): void {
    open?.push(strToU8(sheetEnd), true)
    open = undefined
  }

  function beginSheet(next: SheetHead, part: number): void {
    endSheet()
    head = next
    written = 0
    const { name, above, columns } = next
    names.push(part === 1 ? name : `${name} ${part}`)
    columnNames = columns.map((_, index) => columnName(index))
    open = addFile(`xl/worksheets/sheet${names.length}.xml`)
    const lines = [...above, columns.map((column) => column.head)].map((cells) => rowText(cells, looks.strong))
    open.push(strToU8(sheetStart(columns, above.length + 1) + lines.join('')))
  }

  let part = 1
  return {
    sheet(next) {
      part = 1
      beginSheet(next, part)
    },
    rows(rows) {
      let text = ''
      for (const cells of rows) {
        if (written >= maxRows && head) {
          open?.push(strToU8(text))
          text = ''
          part += 1
          beginSheet(head, part)
        }
        text += rowText(cells, looks.text)
      }
      open?.push(strToU8(text))
    },
    end() {
      endSheet()
      writeFrame(put, names)
      end()
    },
  }
}

export function writeSheet({ sheet }: SheetPaper): Buffer {
  const pieces: Uint8Array[] = []
  const workbook = openWorkbook((bytes) => pieces.push(bytes))
  workbook.sheet(sheet)
  workbook.rows(sheet.rows)
  workbook.end()
  return Buffer.concat(pieces)
}
