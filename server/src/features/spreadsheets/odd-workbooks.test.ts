import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inline, main, office, sheetOf, workbookOf } from '../../../../tests/support/workbook-of.ts'
import { readFile } from './read-file.ts'

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

test('characters that are not seen, and those that no text may hold, are left out of cells', async () => {
  const texts = ['_x0000_1Z_x0007_1', 'a_xD800_b', '\u202a1Z\u200b2\u00ad\u2060\u202c', `${'x'.repeat(1_099)}😀`]
  const rows = texts.map((text, at) => `<row r="${at + 2}">${inline(`A${at + 2}`, text)}</row>`)
  const { lines } = await read(
    workbookOf({ sheet: sheetOf(`<row r="1">${inline('A1', 'Track_x0000_ing')}</row>${rows.join('')}`) }),
  )
  expect(lines.map(({ cells }) => cells[0])).toEqual(['1Z1', 'a\ufffdb', '1Z2', `${'x'.repeat(1_099)}\ufffd`])
})
