import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dateOfSerial,
  dateOrderOf,
  findNamed,
  hasLostDigits,
  instantOf,
  readCasillero,
  readDate,
  readMethod,
  readWeight,
  splitName,
} from './import-values.ts'

test.each([
  ['2.04', 'kg', 4.5],
  ['0.95', 'kg', 2.09],
  ['14.15', 'kg', 31.2],
  ['2.04 kg', 'lb', 4.5],
  ['4,5 lbs.', 'kg', 4.5],
  ['3 Libras', 'kg', 3],
  ['0', 'lb', 0],
  ['pesado', 'lb', undefined],
] as const)('the weight of %j in a column of %s is %s pounds', (text, unit, pounds) => {
  expect(readWeight(text, unit)).toBe(pounds)
})

test('a weight that can be read in two ways is read as it is said, with its unit beside it', () => {
  expect([readWeight('1,234 lb', 'lb'), readWeight('1,234', 'lb', ','), readWeight('1.234 kg', 'lb', ',')]).toEqual([
    ...[1234, 1.23, 2720.5],
  ])
})

test('a weight in pounds is read as it stands, to cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (cents) => {
      expect(readWeight((cents / 100).toFixed(2), 'lb')).toBe(cents / 100)
    }),
  )
})

test.each([
  ['2/10/2026', 'dmy', '2026-10-02', null],
  ['02-10-26', 'dmy', '2026-10-02', null],
  ['10/02/2026', 'mdy', '2026-10-02', null],
  ['2026-10-02', 'mdy', '2026-10-02', null],
  ['2 oct 2026', 'dmy', '2026-10-02', null],
  ['2 de octubre de 2026', 'dmy', '2026-10-02', null],
  ['Oct 2, 2026', 'dmy', '2026-10-02', null],
  ['2-ene-26', 'dmy', '2026-01-02', null],
  ['46297', 'dmy', '2026-10-02', null],
  ['46297.5', 'dmy', '2026-10-02', '12:00'],
  ['02/10/2026 2:05 p. m.', 'dmy', '2026-10-02', '14:05'],
  ['2026-10-02T14:30:00', 'dmy', '2026-10-02', '14:30'],
] as const)('the date of %j is read in the order %s', (text, order, date, time) => {
  expect(readDate(text, order)).toEqual({ date, time })
})

test.each(['30/02/2026', '13/13/2026', 'ayer', '', '2/10', '1234567', '02/10/2026 25:00'])('%j is no date', (text) => {
  expect(readDate(text, 'dmy')).toBeUndefined()
})

test('a day that is written in any order, or counted by a spreadsheet, is the same day', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true }), (at) => {
      const date = at.toISOString().slice(0, 10)
      const [year, month, day] = date.split('-')
      expect(readDate(`${day}/${month}/${year}`, 'dmy')?.date).toBe(date)
      expect(readDate(`${month}-${day}-${year}`, 'mdy')?.date).toBe(date)
      expect(dateOfSerial(Date.parse(date) / 86_400_000 + 25_569)).toEqual({ date, time: null })
      expect(instantOf({ date, time: null }).toISOString()).toBe(`${date}T18:00:00.000Z`)
    }),
  )
})

test('the order of a column is month first only where a value says so and none says the opposite', () => {
  expect(dateOrderOf(['10/02/2026', '10/13/2026'])).toBe('mdy')
  expect(dateOrderOf(['10/02/2026', '11/12/2026'])).toBe('dmy')
  expect(dateOrderOf(['13/02/2026', '02/13/2026'])).toBe('dmy')
  expect(dateOrderOf([])).toBe('dmy')
})

test('a method has a name in Spanish or English, and others are none', () => {
  expect(['AIR', 'Aéreo', 'avión', 'Ocean', 'MARÍTIMO', 'barco', 'tierra', ''].map(readMethod)).toEqual([
    ...['aereo', 'aereo', 'aereo', 'maritimo', 'maritimo', 'maritimo'],
    ...[undefined, undefined],
  ])
})

test('a name is found by its words, else by its beginning where only one has it', () => {
  const all = ['Entregado', 'En tránsito', 'En aduana', 'Listo para retirar'].map((name) => ({ name }))
  const found = (text: string) => findNamed(all, text)?.name
  expect(['ENTREGADO', 'en transito', 'listo', 'en', 'x', ''].map(found)).toEqual([
    ...['Entregado', 'En tránsito', 'Listo para retirar'],
    ...[undefined, undefined, undefined],
  ])
})

test('a mailbox number is read however it is written', () => {
  const read = (text: string) => readCasillero(text, 'TRE')?.casillero
  expect(['TRE 31', 'tre-0031', '31', '0207', 'MGA1045', 'TRE', '0', 'TRE12345678', 'a b 3'].map(read)).toEqual([
    ...['TRE0031', 'TRE0031', 'TRE0031', 'TRE0207', 'MGA1045'],
    ...[undefined, undefined, undefined, undefined],
  ])
})

test('a whole name is split into names and surnames', () => {
  const split = (name: string) => Object.values(splitName(name))
  expect(split('Ana')).toEqual(['Ana', '', ''])
  expect(split('Ana Lara')).toEqual(['Ana', '', 'Lara'])
  expect(split('Ana Lara Ruiz')).toEqual(['Ana', '', 'Lara Ruiz'])
  expect(split('María José Peña Ruiz')).toEqual(['María', 'José', 'Peña Ruiz'])
})

test('a tracking that a spreadsheet cut is known by its form', () => {
  expect(['9.40011E+21', '9,4E21', '1Z999', '12E', 'TBA123E45'].map(hasLostDigits)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ])
})
