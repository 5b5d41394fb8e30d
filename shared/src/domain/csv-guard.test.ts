import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardCell, withoutGuards } from './csv-guard.ts'

test.each([
  ['=1+1', ',', "'=1+1"],
  ['-5', ';', "'-5"],
  ['\tx', ',', "'\tx"],
  ['a;=1+1', ',', "a;'=1+1"],
  ['a;=1+1', ';', 'a;=1+1'],
  ['a,=1+1', ';', "a,'=1+1"],
  ['a; "=1+1', ',', 'a;\' "=1+1'],
  ['línea\n@SUM(A1)', ',', "línea\n'@SUM(A1)"],
  ['＝1+1', ',', "'＝1+1"],
  ['\u200b=1+1', ',', "'\u200b=1+1"],
  ['a|\u2060＠x', ',', "a|'\u2060＠x"],
  ["'=x", ',', "''=x"],
  ['Ropa, -20%', ',', 'Ropa, -20%'],
  ["d'Artagnan", ',', "d'Artagnan"],
  ['1;2', ',', '1;2'],
])('the cell %j in a file of %j is written as %j, and read back', (cell, delimiter, written) => {
  expect(guardCell(cell, delimiter)).toBe(written)
  expect(withoutGuards(written, delimiter)).toBe(cell)
})

test('a cell of any text is read back as it was, and begins no formula for a program that parts by another mark', () => {
  const unit = fc.constantFrom('=', '+', '@', "'", ';', ',', '\t', '|', '\n', '\r', '"', ' ', '\u200b', '＝', 'a', '1')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), fc.constantFrom(',', ';'), (cell, delimiter) => {
      const written = guardCell(cell, delimiter)
      expect(withoutGuards(written, delimiter)).toBe(cell)
      for (const mark of [',', ';', '\t', '|'].filter((one) => one !== delimiter)) {
        const parts = written.split(new RegExp(`[\\r\\n${mark === '|' ? '\\|' : mark}]`))
        expect(parts.filter((part) => /^[\s"\u200b]*[=+@＝]/.test(part))).toEqual([])
      }
    }),
  )
})
