import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { SheetCell, SheetFacts, SheetPaper } from './sheet-facts.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const typePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml.'

/** Looks of a cell, by their place in `styles`. */
const looks = { text: 1, strong: 2, decimal: 3, whole: 4 }

// A text keeps `quotePrefix`, so that Excel leaves it one also after it was edited.
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" quotePrefix="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/></cellXfs></styleSheet>`

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typePrefix}sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typePrefix}worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${typePrefix}styles+xml"/></Types>`

const relationsOf = (targets: readonly (readonly [type: string, target: string])[]): string => {
  const entries = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${relations}">${entries.join('')}</Relationships>`
}

const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML holds it: without the characters that XML cannot hold, and with what Excel would take for one of its escapes kept. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (sign) => markup[sign] ?? sign)
}

const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

function cellOf(cell: SheetCell, place: string, textLook: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string')
    return `<c r="${place}" s="${textLook}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
  const [look, value] = typeof cell === 'number' ? [looks.decimal, cell] : [looks.whole, cell.whole]
  return `<c r="${place}" s="${look}"><v>${value}</v></c>`
}

const rowOf = (cells: readonly SheetCell[], number: number, textLook = looks.text): string =>
  `<row r="${number}">${cells.map((cell, index) => cellOf(cell, columnName(index) + number, textLook)).join('')}</row>`

/** The parts of the worksheet, row by row. */
function* partsOf({ above, columns, rows }: SheetFacts): Generator<string> {
  const headRow = above.length + 1
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headRow}" topLeftCell="A${headRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  for (const [index, cells] of above.entries()) yield rowOf(cells, index + 1, looks.strong)
  yield rowOf(
    columns.map((column) => column.head),
    headRow,
    looks.strong,
  )
  for (const [index, cells] of rows.entries()) yield rowOf(cells, headRow + 1 + index)
  yield '</sheetData></worksheet>'
}

/** Writes a sheet for Excel; the same content gives the same bytes. docs/product/shipments.md, "Papers". */
export function writeSheet({ sheet }: SheetPaper): Buffer {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const put = (name: string, parts: Iterable<string>) => {
    const file = new ZipDeflate(name, { level: 6 })
    // Read as local time, so that it is the same everywhere.
    file.mtime = new Date(1980, 0, 1)
    zip.add(file)
    for (const part of parts) file.push(strToU8(part))
    file.push(new Uint8Array(0), true)
  }
  const workbook = `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeText(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  put('[Content_Types].xml', [contentTypes])
  put('_rels/.rels', [relationsOf([['officeDocument', 'xl/workbook.xml']])])
  put('xl/workbook.xml', [workbook])
  put('xl/_rels/workbook.xml.rels', [
    relationsOf([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  ])
  put('xl/styles.xml', [styles])
  put('xl/worksheets/sheet1.xml', partsOf(sheet))
  zip.end()
  return Buffer.concat(chunks)
}
