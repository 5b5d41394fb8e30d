import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchBill, readBill } from './carrier-bill.ts'

const tableOf = (headings: string[], ...rows: string[][]) => ({
  headings,
  lines: rows.map((cells, index) => ({ row: index + 2, cells })),
})

test.each([
  [['Tracking', 'Peso lb'], ['TBA309482119414', '1.85'], 1.85],
  [['Guía', 'Libras'], ['TBA309482119414', '1,234.50 lb'], 1234.5],
  [['Tracking', 'Peso kg'], ['TBA309482119414', '10'], 22.05],
  [['Tracking', 'Peso', 'Peso cobrado'], ['TBA309482119414', '1.85', '2.00'], 2],
  [['Tracking Number', 'Weight', 'Chargeable Weight'], ['TBA309482119414', '1.85', '3 lbs'], 3],
  [['Tracking', 'Peso (oz)'], ['TBA309482119414', '40'], 2.5],
  [['Tracking', 'Peso', 'Unidad'], ['TBA309482119414', '10', 'KG'], 22.05],
  [['Tracking', 'Peso', 'Unidad'], ['TBA309482119414', '10', 'PZA'], 10],
  [['', ''], ['TBA309482119414', '2'], undefined],
  [['Cliente', 'Peso'], ['Ana', '2'], undefined],
])('the pounds of a bill with the columns %j are those that are charged', (headings, cells, pounds) => {
  const bill = readBill(tableOf(headings, cells))
  if (pounds === undefined) expect(bill).toEqual({ fault: 'columns' })
  else expect(bill).toEqual([{ row: 2, codes: ['TBA309482119414'], weight: pounds }])
})

test('the code of a label names a package in a bill, also where it has no digit', () => {
  const packages = [{ id: 'a', tracking: 'TBA1', warehouseTracking: null, labelCode: 'TCCJSGXY' }]
  const bill = readBill(tableOf(['Tracking', 'Libras'], ['tccj-sgxy', '2'], ['Subtotal', '2']))
  expect(matchBill('fault' in bill ? [] : bill, packages).map(({ packageId }) => packageId)).toEqual(['a'])
})

test('a line without a code, such as the sum at the foot, is no line of a bill', () => {
  const table = tableOf(['Tracking', 'Libras'], ['TBA1', '2'], ['', '7'], ['TOTAL', '9'])
  expect(readBill(table)).toEqual([{ row: 2, codes: ['TBA1'], weight: 2 }])
})

test.each([
  [['TBA1', ''], { fault: 'weight', row: 2 }],
  [['TBA1', '0'], { fault: 'weight', row: 2 }],
  [['TBA1', '-3'], { fault: 'weight', row: 2 }],
  [['TBA1', '10000'], { fault: 'weight', row: 2 }],
  [['TBA1', 'dos'], { fault: 'weight', row: 2 }],
  [['1Z999AA10123456784, 1Z999AA10055501023', '2'], { fault: 'several', row: 2 }],
  [['9.40011E+21', '2'], { fault: 'digits', row: 2 }],
  [['9400110200881230000000', '2'], { fault: 'digits', row: 2 }],
  [['#N/A', '2'], { fault: 'error', row: 2 }],
  [['TBA1', '#¡VALOR!'], { fault: 'error', row: 2 }],
  [['TBA1', '1,234'], { fault: 'numbers', row: 2 }],
])('a bill whose line is %j is refused with the row', (cells, fault) => {
  expect(readBill(tableOf(['Tracking', 'Libras'], cells))).toEqual(fault)
})

test('a formula without a value is refused in a bill, and a sum at the foot is none', () => {
  const table = tableOf(['Tracking', 'Libras'], ['TBA1', '2'], ['TOTAL', '#REF!'])
  expect(readBill(table)).toHaveLength(1)
  const lines = table.lines.map((line) => ({ ...line, faults: { 0: 'formula' } }))
  expect(readBill({ ...table, lines })).toEqual({ fault: 'error', row: 2 })
})

test('pounds that can be read in two ways follow the others of the bill', () => {
  const weights = (...pounds: string[]) => {
    const bill = readBill(tableOf(['Tracking', 'Libras'], ...pounds.map((text, at) => [`TBA${at}`, text])))
    return 'fault' in bill ? bill : bill.map(({ weight }) => weight)
  }
  expect(weights('1,234', '85.25')).toEqual([1234, 85.25])
  expect(weights('1,234', '85,25')).toEqual([1.23, 85.25])
  expect(weights('12', '1.234 lb')).toEqual({ fault: 'numbers', row: 3 })
})

const one = { id: 'a', tracking: '9400111899526018159083', warehouseTracking: null, labelCode: 'AAAAAAAA' }

test('a line names its package by tracking, carrier’s barcode, warehouse tracking or label, in any case', () => {
  const packages = [one, { id: 'b', tracking: 'tba309', warehouseTracking: 'BM-204187', labelCode: 'BBBBBBBB' }]
  const idOf = (...codes: string[]) => matchBill([{ row: 2, codes, weight: 1 }], packages)[0]?.packageId
  expect(idOf('9400111899526018159083')).toBe('a')
  expect(idOf('420331669400111899526018159083')).toBe('a')
  expect(idOf('TBA309')).toBe('b')
  expect(idOf('X1', 'bm-204187')).toBe('b')
  expect(idOf('TBA30')).toBeNull()
})

test('a package is billed once, a further line for it is a repeated one, and two packages with one tracking take a line each', () => {
  const line = { row: 2, codes: ['9400111899526018159083'], weight: 1 }
  const packages = [one, { ...one, id: 'b', labelCode: 'BBBBBBBB' }]
  expect(matchBill([line, line, line], packages).map(({ packageId, isRepeated }) => [packageId, isRepeated])).toEqual([
    ['a', false],
    ['b', false],
    [null, true],
  ])
})

test('every line of any bill is kept with its pounds, and no package has two lines', () => {
  const code = fc.integer({ min: 1, max: 12 }).map((number) => `TBA30948211941${number}`)
  const lines = fc.array(
    fc.record({
      row: fc.constant(2),
      codes: fc.array(code, { minLength: 1, maxLength: 2 }),
      weight: fc.integer({ min: 1, max: 99 }),
    }),
  )
  const packages = fc.array(code).map((codes) =>
    codes.map((tracking, index) => ({
      id: String(index),
      tracking,
      warehouseTracking: null,
      labelCode: `L${index}`,
    })),
  )
  fc.assert(
    fc.property(lines, packages, (bill, some) => {
      const matched = matchBill(bill, some)
      expect(matched.map(({ weight }) => weight)).toEqual(bill.map(({ weight }) => weight))
      const taken = matched.flatMap(({ packageId }) => packageId ?? [])
      expect(new Set(taken).size).toBe(taken.length)
    }),
  )
})
