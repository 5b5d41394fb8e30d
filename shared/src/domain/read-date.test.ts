import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOfSerial, findDateOrder, readDate, toInstant } from './read-date.ts'

test.each([
  ['2/10/2026', 'dmy', '2026-10-02', null],
  ['02-10-26', 'dmy', '2026-10-02', null],
  ['10/02/2026', 'mdy', '2026-10-02', null],
  ['2026-10-02', 'mdy', '2026-10-02', null],
  ['2 oct 2026', 'dmy', '2026-10-02', null],
  ['2 de octubre de 2026', 'dmy', '2026-10-02', null],
  ['Oct 2, 2026', 'dmy', '2026-10-02', null],
  ['2-ene-26', 'dmy', '2026-01-02', null],
  ['22 de noviembre del 2026', 'dmy', '2026-11-22', null],
  ['Domingo, 22 Noviembre del 2026', 'dmy', '2026-11-22', null],
  ['lunes 23 de noviembre de 2026', 'dmy', '2026-11-23', null],
  ['martes, 24 de noviembre de 2026 10:30:00 a. m.', 'dmy', '2026-11-24', '10:30'],
  ['mar 24/11/2026', 'dmy', '2026-11-24', null],
  ['Mar 24, 2026', 'dmy', '2026-03-24', null],
  ['Noviembre 24 de 2026', 'dmy', '2026-11-24', null],
  ['November 24th, 2026', 'dmy', '2026-11-24', null],
  ['Nov-24-26', 'dmy', '2026-11-24', null],
  ['24NOV2026', 'mdy', '2026-11-24', null],
  ['20261124', 'mdy', '2026-11-24', null],
  ['24 / 11 / 2026', 'dmy', '2026-11-24', null],
  ['24/11/2026, 3:05:00 p.\u00a0m.', 'dmy', '2026-11-24', '15:05'],
  ['24/11/2026 3:05:00 p.\u202fm.', 'dmy', '2026-11-24', '15:05'],
  ['24/11/2026 22h30', 'dmy', '2026-11-24', '22:30'],
  ['24/11/2026 10.30', 'dmy', '2026-11-24', '10:30'],
  ['24/11/2026 a las 10:30 hrs', 'dmy', '2026-11-24', '10:30'],
  ['46297', 'dmy', '2026-10-02', null],
  ['46297.5', 'dmy', '2026-10-02', '12:00'],
  ['02/10/2026 2:05 p. m.', 'dmy', '2026-10-02', '14:05'],
  ['2026-10-02T14:30:00', 'dmy', '2026-10-02', '14:30'],
] as const)('the date of %j is read in the order %s', (text, order, date, time) => {
  expect(readDate(text, order)).toEqual({ date, time })
})

test.each([
  '30/02/2026',
  '13/13/2026',
  'ayer',
  '',
  '2/10',
  '1234567',
  '20261324',
  '24-Nov',
  '1764000000',
  '02/10/2026 25:00',
])('%j is no date', (text) => {
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
      expect(toInstant({ date, time: null }).toISOString()).toBe(`${date}T18:00:00.000Z`)
    }),
  )
})

test.each([
  ['2026-11-24T03:00:00Z', '2026-11-23', '21:00'],
  ['2026-11-24T03:00:00.000Z', '2026-11-23', '21:00'],
  ['2026-11-24T03:00:00-05:00', '2026-11-24', '02:00'],
  ['2026-11-24 03:00:00+0530', '2026-11-23', '15:30'],
  ['2026-11-24T03:00:00-06:00', '2026-11-24', '03:00'],
  ['11/24/2026 9:30 PM EST', '2026-11-24', '20:30'],
  ['11/24/2026 12:15 a.m. EDT', '2026-11-23', '22:15'],
  ['2026-12-31 23:30 UTC', '2026-12-31', '17:30'],
  ['2027-01-01T05:59Z', '2026-12-31', '23:59'],
  ['Tue, 24 Nov 2026 03:00:00 +0000', '2026-11-23', '21:00'],
  ['24 Nov 2026 03:00 GMT-5', '2026-11-24', '02:00'],
  ['2026/11/24 15:05:00 -0500 EST', '2026-11-24', '14:05'],
  ['Tue Nov 24 2026 15:05:00 GMT-0500 (Eastern Standard Time)', '2026-11-24', '14:05'],
  ['Tue Nov 24 15:05:00 EST 2026', '2026-11-24', '14:05'],
  ['24 Nov 2026 03:00 XYZ', undefined, undefined],
  ['2026-11-24T03:00:00+99:00', undefined, undefined],
])('the time of %j is moved to Managua', (text, date, time) => {
  expect(readDate(text, 'mdy')).toEqual(date === undefined ? undefined : { date, time })
})

test('the order of a column is that of its values that fit one alone, and in doubt where none does, or some fit the other', () => {
  expect(findDateOrder(['10/02/2026', '10/13/2026'])).toEqual({ order: 'mdy', doubt: '10/02/2026' })
  expect(findDateOrder(['10/02/2026 9:30 p. m.', '13/12/2026 8:00'])).toEqual({
    order: 'dmy',
    doubt: '10/02/2026 9:30 p. m.',
  })
  expect(findDateOrder(['10/02/2026', '11/12/2026'])).toEqual({ order: 'both', doubt: '10/02/2026' })
  expect(findDateOrder(['13/02/2026', '02/13/2026'])).toEqual({ order: 'both', doubt: '13/02/2026' })
  expect(findDateOrder(['11/11/2026', '2026-10-02', '2 oct 2026', '46297', ''])).toEqual({ order: null, doubt: null })
  expect(findDateOrder([...Array.from({ length: 500 }, () => '11/01/2026'), '11/23/2026']).order).toBe('mdy')
  expect(findDateOrder([])).toEqual({ order: null, doubt: null })
})
