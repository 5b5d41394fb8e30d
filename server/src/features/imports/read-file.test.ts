import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { writeSheet } from '../papers/write-sheet.ts'
import { readFile } from './read-file.ts'
import { FileRefusal } from './table.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Parts = { sheet: string; texts?: string; styles?: string; book?: string; more?: Record<string, Uint8Array> }

/** A workbook as Excel writes it, of these parts. */
function workbook({ sheet, texts, styles, book = '', more = {} }: Parts): Buffer {
  const part = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': part(
        `<workbook ${main} xmlns:r="${office}">${book}<sheets><sheet name="Oculta" sheetId="2" state="hidden" r:id="rId2"/><sheet name="Recibidos" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': part(
        `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': part(sheet),
      'xl/worksheets/sheet2.xml': part(sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>')),
      ...(texts === undefined ? {} : { 'xl/sharedStrings.xml': part(`<sst ${main}>${texts}</sst>`) }),
      ...(styles === undefined ? {} : { 'xl/styles.xml': part(`<styleSheet ${main}>${styles}</styleSheet>`) }),
      ...more,
    }),
  )
}

const sheetOf = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`
const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const read = (content: Buffer) => readFile(content, 'packages')

const refusalOf = async (content: Buffer): Promise<string> => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown)
  return error instanceof FileRefusal ? error.code : String(error)
}

describe('a workbook', () => {
  test('a workbook gives what its cells show: shared and inline texts, plain numbers, days, cached values of formulas', async () => {
    const content = workbook({
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
    expect(await read(content)).toEqual({
      sheetName: 'Recibidos',
      isCsv: false,
      headings: ['Tracking', 'Fecha', 'Columna C', 'Peso'],
      lines: [
        { row: 3, cells: ['775112345678', '2026-10-02', 'Café & té', '2.04'] },
        { row: 4, cells: ['9.4001118992231971E+21', '2026-10-03', 'Sí', '#N/A'] },
        { row: 5, cells: ['0', '2026-10-02 14:30'] },
      ],
    })
  })

  test('a workbook that counts its days from 1904 has the same days', async () => {
    const content = workbook({
      book: '<workbookPr date1904="1"/>',
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
      sheet: sheetOf(`<row>${inline('A1', 'Fecha')}</row><row><c r="A2" s="1"><v>44835</v></c></row>`),
    })
    expect((await read(content)).lines).toEqual([{ row: 2, cells: ['2026-10-02'] }])
  })

  test('a title above the headings, merged or not, is passed over', async () => {
    const content = workbook({
      sheet: `<worksheet ${main}><sheetData><row r="1">${inline('A1', 'BODEGA MIAMI, OCTUBRE')}</row><row r="4">${inline('A4', 'Tracking #')}${inline('B4', 'Casillero')}</row><row r="5">${inline('A5', '1Z1')}${inline('B5', '0031')}</row></sheetData><mergeCells><mergeCell ref="A1:F2"/></mergeCells></worksheet>`,
    })
    const { headings, lines } = await read(content)
    expect([headings, lines]).toEqual([['Tracking #', 'Casillero'], [{ row: 5, cells: ['1Z1', '0031'] }]])
  })

  test('a workbook that LibreOffice wrote is read, with its title, days and quotes', async () => {
    // Made of a CSV: soffice --headless --infilter="CSV:59,34,76,1,1/2/2/10/3/4/4/2,1034" --convert-to xlsx
    const { sheetName, headings, lines } = await read(
      readFileSync(new URL('fixtures/libreoffice.xlsx', import.meta.url)),
    )
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
})

describe('a text file', () => {
  const text = 'Tracking;Descripción\n1Z1;Café "Peña"\n\n1Z2;"a;b\nc"\n'
  const expected = [
    { row: 2, cells: ['1Z1', 'Café "Peña"'] },
    { row: 5, cells: ['1Z2', 'a;b\nc'] },
  ]
  const utf16be = () => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  test.each<[string, () => Buffer]>([
    ['UTF-8', () => Buffer.from(text)],
    ['UTF-8 with its mark', () => Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', () => Buffer.from(text, 'latin1')],
    ['UTF-16 with its mark', () => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without its mark', () => Buffer.from(text, 'utf16le')],
    ['UTF-16, the large end first', utf16be],
    ['the line ends of Windows', () => Buffer.from(text.replaceAll('\n', '\r\n').replace('b\r\nc', 'b\nc'))],
    ['a line that names its mark', () => Buffer.from(`sep=;\n${text}`)],
  ])('a text file in %s is read', async (_, content) => {
    const { headings, lines } = await read(content())
    expect(headings).toEqual(['Tracking', 'Descripción'])
    expect(lines.map(({ cells }) => cells)).toEqual(expected.map(({ cells }) => cells))
  })

  test.each([',', '\t', '|', ';'])(
    'a text file with %j between its cells is read, whatever stands in quotes',
    async (mark) => {
      const line = (...cells: string[]) => cells.join(mark)
      const content = Buffer.from([line('Tracking', 'Peso'), line('"1;Z,1|"', '2')].join('\n'))
      expect((await read(content)).lines).toEqual([{ row: 2, cells: ['1;Z,1|', '2'] }])
    },
  )

  test('a text file without headings has columns by their letters, and keeps its first line', async () => {
    const { headings, lines } = await read(Buffer.from('1Z999AA10123456784;TRE0031\n1Z999AA10123456785;TRE0032'))
    expect([headings, lines.length]).toEqual([['Columna A', 'Columna B'], 2])
  })

  test('a sign that keeps a cell from being a formula is taken away', async () => {
    expect((await read(Buffer.from("Tracking;Notas\n1;'=SUM(A1)\n2;'x"))).lines.map(({ cells }) => cells[1])).toEqual([
      '=SUM(A1)',
      "'x",
    ])
  })
})

describe('a hostile file', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `<row r="${index + 1}"/>`).join('')
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'.replace(/./g, (name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[Number(at)]};`.repeat(10)}">`)}]><worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>&j;</t></is></c></row></sheetData></worksheet>`
  const external = `<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet ${main}/>`
  const good = workbook({ sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`) })
  const bomb = () => workbook({ sheet: sheetOf(`<row>${inline('A1', ' '.repeat(200_000_000))}</row>`) })

  test.each<[string, () => Buffer, string]>([
    ['entities that grow', () => workbook({ sheet: entities }), 'import_file_hostile'],
    ['an entity outside', () => workbook({ sheet: external }), 'import_file_hostile'],
    ['two hundred megabytes in one cell', bomb, 'import_file_unpacks'],
    ['a million empty rows', () => workbook({ sheet: sheetOf(rows(1_000_000)) }), 'import_file_empty'],
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
      () => workbook({ sheet: sheetOf(`<row>${inline('XFD1', 'x')}</row>`) }),
      'import_too_many_columns',
    ],
  ])('a file with %s is refused as what it is', async (_, content, code) => {
    expect(await refusalOf(content())).toBe(code)
  })

  test('macros, links and pictures beside the sheet are not opened', async () => {
    const more = { 'xl/vbaProject.bin': strToU8('no macro'), 'xl/externalLinks/externalLink1.xml': strToU8(external) }
    const { lines } = await read(
      workbook({ sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`), more }),
    )
    expect(lines).toHaveLength(1)
  })
})
