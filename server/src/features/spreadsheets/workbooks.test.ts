import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inline, main, office, sheetOf, workbookOf } from '../../../../tests/support/workbook-of.ts'
import { writeSheet } from '../papers/write-sheet.ts'
import { FileRefusal } from './table.ts'
import { readFile } from './table-thread.ts'

const read = (content: Buffer) => readFile(content, 'packages')

test('cells that are merged downwards count for each of their rows, whatever else is merged', async () => {
  const head = `<row r="2">${['A', 'B', 'C', 'D'].map((place, at) => inline(`${place}2`, ['Casillero', 'Tracking', 'Método', 'Notas'][at] ?? '')).join('')}</row>`
  const rows = [3, 4, 5, 6].map(
    (row) =>
      `<row r="${row}">${row === 3 ? inline('A3', 'TRE0031') : '<c r="A4"/>'.replace('4', String(row))}${inline(`B${row}`, `1Z${row}`)}${row === 4 ? inline('C4', 'AIR') : ''}</row>`,
  )
  const merges =
    '<mergeCells><mergeCell ref="A1:D2"/><mergeCell ref="D2:D4"/><mergeCell ref="A3:A5"/><mergeCell ref="C4:D1048576"/></mergeCells>'
  const content = workbookOf({
    sheet: `<worksheet ${main}><sheetData>${head}${rows.join('')}</sheetData><autoFilter ref="A2:D6"/>${merges}</worksheet>`,
  })
  expect((await read(content)).lines.map(({ cells }) => cells)).toEqual([
    ['TRE0031', '1Z3'],
    ['TRE0031', '1Z4', 'AIR'],
    ['TRE0031', '1Z5', 'AIR'],
    ['', '1Z6', 'AIR'],
  ])
})

test('rows that are hidden, and sheets beside the first, are said, and a sheet is read by its name', async () => {
  const content = workbookOf({
    sheet: sheetOf(
      `<row r="1">${inline('A1', 'Tracking')}</row><row r="2" hidden="1">${inline('A2', '1Z2')}</row><row r="3" hidden="true">${inline('A3', '1Z3')}</row><row r="4" hidden="0">${inline('A4', '1Z4')}</row>`,
    ),
    more: {
      'xl/worksheets/sheet2.xml': strToU8(
        sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z9')}</row>`),
      ),
    },
  })
  const { sheets, lines } = await read(content)
  expect(sheets.map(({ name }) => name)).toEqual(['Oculta', 'Recibidos'])
  expect(lines.map(({ row, isHidden = false }) => [row, isHidden])).toEqual([
    [2, true],
    [3, true],
    [4, false],
  ])
  const other = await readFile(content, 'packages', 'Oculta')
  expect([other.sheetName, other.lines]).toEqual(['Oculta', [{ row: 2, cells: ['1Z9'] }]])
  await expect(readFile(content, 'packages', 'Otra')).rejects.toThrow('import_file_empty')
})

test('a formula without a kept value is a fault of its cell, one that came to an empty text is not', async () => {
  const row = (number: number, cell: string) => `<row r="${number}">${inline(`A${number}`, '1Z')}${cell}</row>`
  const content = workbookOf({
    sheet: sheetOf(
      row(1, inline('B1', 'Peso')).replace('1Z', 'Tracking') +
        row(2, '<c r="B2"><f>1+1</f></c>') +
        row(3, '<c r="B3"><f>1+1</f><v></v></c>') +
        row(4, '<c r="B4"><f t="shared" si="0"/><v/></c>') +
        row(5, '<c r="B5" t="str"><f>A1</f></c>') +
        row(6, '<c r="B6" t="str"><f>IF(1,"")</f><v></v></c>') +
        row(7, '<c r="B7"><f>1+1</f><v>2</v></c>') +
        row(8, '<c r="B8" t="e"><f>1/0</f><v>#DIV/0!</v></c>') +
        '<row r="9"><c r="B9"><f>1+1</f></c></row>',
    ),
  })
  expect((await read(content)).lines.map(({ row, faults = {} }) => [row, faults])).toEqual([
    [2, { 1: 'formula' }],
    [3, { 1: 'formula' }],
    [4, { 1: 'formula' }],
    [5, { 1: 'formula' }],
    [6, {}],
    [7, {}],
    [8, { 1: 'error' }],
    [9, { 1: 'formula' }],
  ])
})

test('a number of a cell has no thousands, whatever its decimals', async () => {
  const values = ['1.234', '0.5', '12.5', '1234']
  const rows = values.map(
    (value, at) => `<row r="${at + 2}">${inline(`A${at + 2}`, '1Z')}<c r="B${at + 2}"><v>${value}</v></c></row>`,
  )
  const { lines, facts } = await read(
    workbookOf({
      sheet: sheetOf(`<row r="1">${inline('A1', 'Tracking')}${inline('B1', 'Peso')}</row>${rows.join('')}`),
    }),
  )
  expect(lines.map(({ cells }) => Number(cells[1]))).toEqual(values.map(Number))
  expect(facts[1]).toMatchObject({ decimals: null, number: null })
})

test.each([
  [`<sheets xmlns:q="${office}"><sheet name="Uno" sheetId="1" q:id="rId1"/></sheets>`],
  [`<sheets><sheet xmlns:d3p1="${office}" name="Uno" sheetId="1" d3p1:id="rId1"/></sheets>`],
  [
    '<sheets><sheet xmlns:s="http://purl.oclc.org/ooxml/officeDocument/relationships" name="Uno" sheetId="1" s:id="rId1"/></sheets>',
  ],
])('a sheet is found by its relation under any prefix: %s', async (sheets) => {
  const sheet = sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`)
  expect((await read(workbookOf({ sheet, sheets }))).lines).toEqual([{ row: 2, cells: ['1Z1'] }])
})

test('a workbook and its parts are found by what names them, wherever they lie', async () => {
  const rels = (...targets: [string, string][]) =>
    strToU8(
      `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`,
    )
  const content = Buffer.from(
    zipSync({
      '_rels/.rels': rels(['officeDocument', 'libro/indice.xml']),
      'libro/indice.xml': strToU8(
        `<x:workbook xmlns:x="m" xmlns:y="${office}"><x:sheets><x:sheet name="A" y:id="r0"/></x:sheets></x:workbook>`,
      ),
      'libro/_rels/indice.xml.rels': rels(['worksheet', 'hojas/a.xml'], ['sharedStrings', '/textos.xml']),
      'libro/hojas/a.xml': strToU8(
        sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>'),
      ),
      'textos.xml': strToU8('<sst><si><t>Tracking</t></si><si><t>1Z7</t></si></sst>'),
    }),
  )
  expect((await read(content)).lines).toEqual([{ row: 2, cells: ['1Z7'] }])
})

const styled = (code: string, value: string) =>
  workbookOf({
    sheet: sheetOf(`<row r="1">${inline('A1', 'Peso')}</row><row r="2"><c r="A2" s="1"><v>${value}</v></c></row>`),
    styles: `<numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>`,
  })

test.each([
  ['0.00" kg"', '2.5', '2.5 kg'],
  ['0.0\\ \\k\\g', '1', '1 kg'],
  ['0" oz"', '16', '16 oz'],
  ['General" lbs."', '2.25', '2.25 lbs.'],
  ['"C$"#,##0.00', '1250', 'C$1250'],
  ['_-[$C$-4C0A]* #,##0.00_-;\\-[$C$-4C0A]* #,##0.00_-', '25', 'C$25'],
  ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', '-3.5', '-$3.5'],
  ['[$-409]#,##0.00', '25.5', '25.5'],
  ['[Red]0.00', '2.5', '2.5'],
  ['00000000000000', '408017007469', '00408017007469'],
  ['"DEM-"0000', '1', 'DEM-0001'],
  ['000-000000-0000', '11508920012', '001-150892-0012'],
  ['####-####', '88810021', '8881-0021'],
  ['0.0%', '0.15', '0.15'],
  ['0.00E+00', '794808390594', '794808390594'],
  ['#,##0,', '2500', '2500'],
  ['[h]:mm', '1.5', '1.5'],
  ['[>=1000]0" kg";0" lb"', '2', '2'],
])('a number in the format %j counts as the cell shows it: %s is %j', async (code, value, shown) => {
  expect((await read(styled(code, value))).lines[0]?.cells).toEqual([shown])
})

test('an archive with long sizes, and one whose parts are named in another case, are read', async () => {
  const sheet = sheetOf(`<row r="1">${inline('A1', 'Tracking')}</row><row r="2"><c r="A2" t="s"><v>0</v></c></row>`)
  const more = { 'xl/SharedStrings.xml': strToU8('<sst><si><t>1Z7</t></si></sst>') }
  const plain = workbookOf({ sheet, more })
  for (const content of [plain, withLongSizes(plain)])
    expect((await read(content)).lines).toEqual([{ row: 2, cells: ['1Z7'] }])
})

/** As writers do that always use ZIP64: each size and place of the directory is in an extra field. */
function withLongSizes(content: Buffer): Buffer {
  const end = content.length - 22
  const [count, start] = [content.readUInt16LE(end + 10), content.readUInt32LE(end + 16)]
  const long = (...numbers: number[]) => {
    const bytes = Buffer.alloc(8 * numbers.length)
    for (const [at, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), at * 8)
    return bytes
  }
  const entries: Buffer[] = []
  for (let at = start; at < end; ) {
    const name = content.readUInt16LE(at + 28)
    const head = Buffer.from(content.subarray(at, at + 46 + name))
    const sizes = [24, 20, 42].map((field) => head.readUInt32LE(field))
    for (const field of [24, 20, 42]) head.writeUInt32LE(0xffff_ffff, field)
    head.writeUInt16LE(28, 30)
    entries.push(head, Buffer.from([1, 0, 24, 0]), long(...sizes))
    at += 46 + name + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  const directory = Buffer.concat(entries)
  const longEnd = Buffer.concat([
    Buffer.from('504b06062c000000000000002d002d000000000000000000', 'hex'),
    long(count, count, directory.length, start),
  ])
  const locator = Buffer.concat([
    Buffer.from('504b060700000000', 'hex'),
    long(start + directory.length),
    Buffer.from([1, 0, 0, 0]),
  ])
  const short = Buffer.from(`504b0506${'0'.repeat(8)}${'f'.repeat(24)}0000`, 'hex')
  return Buffer.concat([content.subarray(0, start), directory, longEnd, locator, short])
}

test('characters that are not seen, and those that no text may hold, are left out of cells, and letters are mended', async () => {
  const texts = [
    '_x0000_1Z_x0007_1',
    'a_xD800_b',
    '\u202a1Z\u200b2\u00ad\u2060\u202c',
    `${'x'.repeat(1_099)}😀`,
    'Pe&amp;ntilde;a JosÃ©',
  ]
  const rows = texts.map((text, at) => `<row r="${at + 2}">${inline(`A${at + 2}`, text)}</row>`)
  const { lines } = await read(
    workbookOf({ sheet: sheetOf(`<row r="1">${inline('A1', 'Track_x0000_ing')}</row>${rows.join('')}`) }),
  )
  expect(lines.map(({ cells }) => cells[0])).toEqual([
    '1Z1',
    'a\ufffdb',
    '1Z2',
    `${'x'.repeat(1_099)}\ufffd`,
    'Peña José',
  ])
})

const refusalOf = async (content: Buffer): Promise<string> => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown)
  return error instanceof FileRefusal ? error.code : String(error)
}

const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'.replace(/./g, (name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[Number(at)]};`.repeat(10)}">`)}]><worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>&j;</t></is></c></row></sheetData></worksheet>`
const external = `<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet ${main}/>`
const good = workbookOf({ sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`) })

// The limits of a whole sheet are tried on a running server, beside the memory that it takes.
const bomb = () => workbookOf({ sheet: sheetOf(''), styles: ' '.repeat(9_000_000) })

const nested = () => workbookOf({ sheet: `<worksheet ${main}>${'<a>'.repeat(100_000)}` })
const brackets = workbookOf({
  sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`),
  styles: `<numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(5_000_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`,
})

test('a number format of millions of letters is no day, and takes no time', async () => {
  expect((await read(brackets)).lines).toHaveLength(1)
})

test.each<[string, () => Buffer, string]>([
  ['a hundred thousand elements inside each other', nested, 'import_file_hostile'],
  [
    'a hundred thousand sheets',
    () =>
      workbookOf({ sheet: sheetOf(''), sheets: `<sheets>${'<sheet name="a" r:id="rId1"/>'.repeat(100_000)}</sheets>` }),
    'import_too_many_sheets',
  ],
  [
    'a row twice',
    () =>
      workbookOf({
        sheet: sheetOf(
          `<row r="1">${inline('A1', 'Tracking')}</row><row r="2">${inline('A2', 'a')}</row><row r="2">${inline('A2', 'b')}</row>`,
        ),
      }),
    'import_file_broken',
  ],
  [
    'cells that are merged over each other',
    () =>
      workbookOf({
        sheet: `<worksheet ${main}><sheetData>${Array.from({ length: 3_000 }, (_, at) => `<row r="${at + 1}">${inline(`A${at + 1}`, 'Tracking')}</row>`).join('')}</sheetData><mergeCells>${'<mergeCell ref="A2:A1048576"/>'.repeat(100_000)}</mergeCells></worksheet>`,
      }),
    'import_file_broken',
  ],
  [
    'a page of the web',
    () => Buffer.from('\n<html xmlns:x="urn:x"><body><table><tr><td>1Z1;A</td></tr></table></body></html>'),
    'import_file_web',
  ],
  ['a page with a document type', () => Buffer.from('\ufeff<!DOCTYPE html><table></table>'), 'import_file_web'],
  [
    'a table alone, in UTF-16',
    () => Buffer.from('\ufeff<table><tr><td>1</td></tr></table>', 'utf16le'),
    'import_file_web',
  ],
  [
    'XML of Excel 2003',
    () => Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
    'import_file_web',
  ],
  ['a web archive', () => Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related'), 'import_file_web'],
  ['cells in a binary form', () => Buffer.from(zipSync({ 'xl/workbook.bin': strToU8('x') })), 'import_file_old'],
  ['a sheet of LibreOffice', () => Buffer.from(zipSync({ 'content.xml': strToU8('<x/>') })), 'import_file_ods'],
  ['entities that grow', () => workbookOf({ sheet: entities }), 'import_file_hostile'],
  ['an entity outside', () => workbookOf({ sheet: external }), 'import_file_hostile'],
  ['a part that unpacks to more than any has', bomb, 'import_file_unpacks'],
  ['an archive that ends early', () => good.subarray(0, good.length - 30), 'import_file_broken'],
  ['an archive with a broken middle', () => Buffer.from(good).fill(0xff, 40, 400), 'import_file_broken'],
  ['a workbook with a password, or of 1997', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'import_file_old'],
  ['another archive', () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })), 'import_file_unknown'],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'import_file_unknown'],
  ['no bytes', () => Buffer.alloc(0), 'import_file_empty'],
  ['headings alone', () => Buffer.from('Tracking;Peso\n'), 'import_file_empty'],
  ['more rows than may be', () => Buffer.from(`Tracking\n${'1Z1\n'.repeat(20_001)}`), 'import_too_many_rows'],
  ['a line of ten million cells', () => Buffer.from(';'.repeat(10_000_000)), 'import_file_broken'],
  ['more columns than may be', () => Buffer.from(`${'a;'.repeat(101)}\n`), 'import_too_many_columns'],
  [
    'a column far to the right',
    () => workbookOf({ sheet: sheetOf(`<row>${inline('XFD1', 'x')}</row>`) }),
    'import_too_many_columns',
  ],
])('a file with %s is refused as what it is', async (_, content, code) => {
  expect(await refusalOf(content())).toBe(code)
})

test('macros, links and pictures beside the sheet are not opened', async () => {
  const more = { 'xl/vbaProject.bin': strToU8('no macro'), 'xl/externalLinks/externalLink1.xml': strToU8(external) }
  const { lines } = await read(
    workbookOf({ sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`), more }),
  )
  expect(lines).toHaveLength(1)
})

test('a workbook gives what its cells show: shared and inline texts, plain numbers, days, cached values of formulas', async () => {
  const content = workbookOf({
    texts:
      '<si><t>Tracking</t></si><si><r><t>Fe</t></r><r><t>cha</t></r><rPh sb="0" eb="1"><t>ふ</t></rPh></si><si><t>Café &amp; té_x000D_</t></si>',
    styles:
      '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>',
    sheet: sheetOf(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="str"><f>1+1</f><v>Peso</v></c></row>' +
        '<row r="3"><c r="A3"><v>775112345678</v></c><c r="B3" s="1"><v>46297</v></c><c r="C3" t="s"><v>2</v></c><c r="D3"><f>SUM(A1)</f><v>2.0400000000000001</v></c></row>' +
        '<row r="4"><c r="A4"><v>9.4001118992231971E+21</v></c><c r="B4" s="2"><v>46298</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" t="e"><v>#N/A</v></c></row>' +
        '<row r="5"><c r="A5"><v>0</v></c><c r="B5" s="3"><v>46297.604166666664</v></c></row>',
    ),
  })
  expect(await read(content)).toMatchObject({
    sheetName: 'Recibidos',
    sheets: [
      { name: 'Oculta', isHidden: true },
      { name: 'Recibidos', isHidden: false },
    ],
    isCsv: false,
    headings: ['Tracking', 'Fecha', 'Columna C', 'Peso'],
    lines: [
      { row: 3, cells: ['775112345678', '2026-10-02', 'Café & té', '2.04'] },
      { row: 4, cells: ['9.4001118992231971E+21', '2026-10-03', 'Sí', '#N/A'], faults: { 3: 'error' } },
      { row: 5, cells: ['0', '2026-10-02 14:30'] },
    ],
  })
})

test('a workbook that counts its days from 1904 has the same days', async () => {
  const content = workbookOf({
    book: '<workbookPr date1904="1"/>',
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    sheet: sheetOf(`<row>${inline('A1', 'Fecha')}</row><row><c r="A2" s="1"><v>44835</v></c></row>`),
  })
  expect((await read(content)).lines).toEqual([{ row: 2, cells: ['2026-10-02'] }])
})

test('a title above the headings, merged or not, is passed over', async () => {
  const content = workbookOf({
    sheet: `<worksheet ${main}><sheetData><row r="1">${inline('A1', 'BODEGA MIAMI, OCTUBRE')}</row><row r="4">${inline('A4', 'Tracking #')}${inline('B4', 'Casillero')}</row><row r="5">${inline('A5', '1Z1')}${inline('B5', '0031')}</row></sheetData><mergeCells><mergeCell ref="A1:F2"/></mergeCells></worksheet>`,
  })
  const { headings, lines } = await read(content)
  expect([headings, lines]).toEqual([['Tracking #', 'Casillero'], [{ row: 5, cells: ['1Z1', '0031'] }]])
})

test('a workbook that LibreOffice wrote is read, with its title, days and quotes', async () => {
  // Made of a CSV: soffice --headless --infilter="CSV:59,34,76,1,1/2/2/10/3/4/4/2,1034" --convert-to xlsx
  const { sheetName, headings, lines } = await read(readFileSync(new URL('fixtures/libreoffice.xlsx', import.meta.url)))
  expect([sheetName, headings]).toEqual(['bodega', ['Tracking #', 'Peso (kg)', 'Fecha', 'Obs.']])
  expect(lines).toEqual([
    { row: 3, cells: ['1Z999AA10123400417', '2.04', '2026-10-02', 'caja golpeada'] },
    { row: 4, cells: ['775112345678', '0.95', '2026-10-03', 'ñandú; "frágil"'] },
  ])
})

test('a sheet that the product wrote is read as it was written', async () => {
  const rows = [
    ['1Z1', '=1+1', 'a_x0041_b'],
    ['<&>"', '2', 'ñ'],
  ]
  const columns = ['Tracking', 'Peso', 'Notas'].map((head) => ({ head, width: 10 }))
  const { lines } = await read(writeSheet({ sheet: { name: 'Hoja', above: [], columns, rows } }))
  expect(lines.map(({ cells }) => cells)).toEqual(rows)
})
