import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { writeSheet } from './write-sheet.ts'

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
