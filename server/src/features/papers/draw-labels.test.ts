import { randomBytes } from 'node:crypto'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import { strFromU8, unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { readLabels } from '../../../../tests/support/read-labels.ts'
import { isWholeRun } from '../../../../tests/support/sampling.ts'
import { drawLabels, drawShippingLabels } from './draw-labels.ts'
import type { LabelFacts, LabelPaper } from './label-facts.ts'
import { writeSheet } from './write-sheet.ts'

const label = (given: Partial<LabelFacts> = {}): LabelFacts => ({
  code: makeLabelCode(randomBytes(5)),
  casillero: 'TRE0031',
  name: 'Guadalupe del Carmen Martínez Zúñiga',
  method: 'aereo',
  tracking: '9261290311847700881',
  number: '#1070',
  date: '21 nov 2026',
  ...given,
})
const paperOf = (labels: LabelFacts[], given: Partial<LabelPaper> = {}): LabelPaper => ({
  labels,
  format: 'pdf',
  size: '4x6',
  company: 'Encomiendas Tres Volcanes',
  createdAt: '2026-11-21T18:00:00.000Z',
  ...given,
})

const sizes = ['4x6', 'small', '62'] as const
const longest = label({
  casillero: 'ABCDE123456789',
  name: 'Maximiliano Alejandro Bartolomé de las Casas y Fernández de Oviedo Montealegre Chamorro y Sacasa',
  method: 'maritimo',
  tracking: 'TBA309466500219'.repeat(8),
  number: '#123456789',
})

async function textsOf(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })
  return text
}

const count = isWholeRun ? 100 : 12

describe.each(sizes)('a label of the size %s', (size) => {
  test(`each of ${count} labels is read back from the print, bars and QR`, async () => {
    const labels = [...Array.from({ length: count - 2 }, () => label()), longest, label({ name: '', tracking: '' })]
    const read = await readLabels(await drawLabels(paperOf(labels, { size })))
    expect(read.map(({ bars, qr }) => [bars, qr])).toEqual(labels.map(({ code }) => [code, code]))
  })

  test('a label says casillero, name, method, tracking and code, one on each page', async () => {
    const one = label({ method: 'maritimo' })
    const texts = await textsOf(await drawLabels(paperOf([one, longest], { size })))
    expect(texts).toHaveLength(2)
    for (const said of ['TRE0031', 'Guadalupe del Carmen', 'MARÍTIMO', '700881', one.code])
      expect(texts[0]).toContain(said)
  })

  test('a long casillero is whole on its one line, and a long name has two lines at most', async () => {
    const [text = ''] = await textsOf(await drawLabels(paperOf([longest], { size })))
    const lines = text.split('\n')
    expect(lines.some((line) => line.startsWith(longest.casillero))).toBe(true)
    const ofName = lines.filter((line) => longest.name.includes(line.replace('…', '').trim()) && line.length > 3)
    expect(ofName.length).toBeLessThanOrEqual(2)
    expect(ofName[0]).toMatch(/^Maximiliano/)
  })

  test('the same labels are the same bytes', async () => {
    const paper = paperOf([label()], { size })
    expect((await drawLabels(paper)).equals(await drawLabels(paper))).toBe(true)
  })
})

test('words of a name that the font cannot draw are left out, and the casillero alone says whose the package is', async () => {
  const names = ['李小龙', 'محمد علي', 'Иван Петров', 'Ana 🌸 Peña']
  const labels = names.map((name) => label({ name }))
  const shippingLabels = labels.map((facts) => ({
    ...facts,
    phone: '8888 1111',
    address: 'Del parque 2c. al norte',
    place: 'Matagalpa',
    count: '1/1',
    weight: '4.00',
    toCollect: '',
    note: '',
  }))
  const { company, createdAt } = paperOf([])
  const sheets = await Promise.all([
    ...sizes.map(async (size) => await textsOf(await drawLabels(paperOf(labels, { size })))),
    drawShippingLabels({ shippingLabels, company, phone: '', createdAt }).then(textsOf),
  ])
  for (const texts of sheets) {
    expect(texts.join()).not.toContain('□')
    for (const [index, text] of texts.entries()) expect(text).toContain(index === 3 ? 'Ana Peña' : 'TRE0031')
  }
  const zpl = String(await drawLabels(paperOf(labels, { format: 'zpl' })))
  expect(zpl).not.toMatch(/_(?:E6|D9|D0)/)
})

test('a label in ZPL has the bars, the QR and the texts, each label between its marks', async () => {
  const labels = [label(), label()]
  const zpl = String(await drawLabels(paperOf(labels, { format: 'zpl' })))
  expect(zpl.match(/\^XA[\s\S]*?\^XZ/g)).toHaveLength(2)
  for (const { code } of labels) {
    expect(zpl).toContain(`^BY4^BCN,270,N,N,N^FD${code}^FS`)
    expect(zpl).toContain(`^BQN,2,9^FDHA,${code}^FS`)
  }
  expect(zpl).toContain('^CI28')
  expect(zpl).toContain('^FDTRE0031^FS')
})

test('a text with commands of the printer or other letters is written in hexadecimal, and none reaches it raw', async () => {
  const evil = '^XZ^XA~JA_5E\\&Ñandú'
  const zpl = String(
    await drawLabels(paperOf([label({ name: evil, casillero: '^A~B', tracking: '^FS~HS' })], { format: 'zpl' })),
  )
  expect(zpl).toContain('^FH^FD_5EXZ_5EXA_7EJA_5F5E_5C&_C3_91and_C3_BA^FS')
  expect(zpl).toContain('^FD_5EA_7EB^FS')
  expect(zpl).not.toMatch(/[^\n -~]/)
  expect(zpl.match(/\^X[AZ]/g)).toEqual(['^XA', '^XZ'])
  expect(zpl).not.toContain('~')
})

const sheetOf = (text: string) =>
  strFromU8(
    unzipSync(
      writeSheet({ sheet: { name: 'Hoja', above: [], columns: [{ head: 'Texto', width: 9 }], rows: [[text]] } }),
    )['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
  )

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://example.test")'])(
  'the text %j is a text in a sheet, and no formula',
  (text) => {
    const xml = sheetOf(text)
    expect(xml).toContain(`t="inlineStr"><is><t xml:space="preserve">${text.replaceAll('"', '&quot;')}</t>`)
    expect(xml).not.toMatch(/<f[ >]/)
  },
)

test.each([
  ['a\u0000b\u0008\uffff', 'ab'],
  ['a\ud800b', 'a\ufffdb'],
  ['<&>"', '&lt;&amp;&gt;&quot;'],
  ['_x0041_', '_x005F_x0041_'],
  ['📦 ñ', '📦 ñ'],
])('the text %j is written so that XML and Excel read it', (text, written) => {
  expect(sheetOf(text)).toContain(`<t xml:space="preserve">${written}</t>`)
})

test('the head of a sheet stays in sight, and columns beyond Z have two letters', () => {
  const columns = Array.from({ length: 28 }, (_, index) => ({ head: `C${index}`, width: 8 }))
  const content = writeSheet({ sheet: { name: 'Hoja', above: [['Empresa']], columns, rows: [] } })
  const xml = strFromU8(unzipSync(content)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(xml).toContain('<pane ySplit="2" topLeftCell="A3"')
  expect(xml).toContain('<c r="AB2"')
})
