import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inline, main, sheetOf, workbookOf } from '../../../../tests/support/workbook-of.ts'
import { writeSheet } from '../papers/write-sheet.ts'
import { readFile } from './read-file.ts'

const read = (content: Buffer) => readFile(content, 'packages')

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
