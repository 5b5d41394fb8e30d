import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, businessDate, formatDate, formatDateTime, formatShortDate, isWithin } from './business-date.ts'

describe('the business day', () => {
  test("the business day ends at midnight in Managua, six hours after London's", () => {
    expect(businessDate(new Date('2026-11-20T05:59:59Z'))).toBe('2026-11-19')
    expect(businessDate(new Date('2026-11-20T06:00:00Z'))).toBe('2026-11-20')
    expect(businessDate(new Date('2027-01-01T00:00:00Z'))).toBe('2026-12-31')
  })
})

describe('months later', () => {
  test.each([
    ['2026-11-20', 3, '2027-02-20'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-05', 0, '2026-05-05'],
    ['mañana', 3, 'mañana'],
  ])('the date %s and %d months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected)
  })

  test('a date some months later is always in the month that it should reach', () => {
    const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, fc.integer({ min: -60, max: 60 }), (start, months) => {
        const from = start.toISOString().slice(0, 10)
        const to = addMonths(from, months)
        const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(count(to) - count(from)).toBe(months)
        expect(Number(to.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)))
        expect(formatDate(to)).not.toBe('Fecha inválida')
      }),
    )
  })
})

describe('a validity', () => {
  const quarter = { startDate: '2026-10-01', endDate: '2026-12-31' }
  test.each([
    ['2026-09-30', quarter, false],
    ['2026-10-01', quarter, true],
    ['2026-12-31', quarter, true],
    ['2027-01-01', quarter, false],
    ['2026-01-01', { startDate: null, endDate: null }, true],
    ['2026-01-01', { startDate: '', endDate: '' }, true],
    ['2027-01-01', { ...quarter, endDate: null }, true],
    ['2026-09-30', { ...quarter, endDate: null }, false],
    ['2026-09-30', { ...quarter, startDate: null }, true],
  ])('a validity holds %s within %j: %s', (date, validity, expected) => {
    expect(isWithin(date, validity)).toBe(expected)
  })
})

describe('a date on a screen', () => {
  test.each([
    ['2026-11-20T16:42:00Z', '20 nov 2026, 10:42'],
    ['2026-11-20T16:42:59.999Z', '20 nov 2026, 10:42'],
    ['2026-11-20T10:42:00-06:00', '20 nov 2026, 10:42'],
    ['2026-05-05T06:05:00Z', '5 may 2026, 00:05'],
    ['2027-01-01T05:59Z', '31 dic 2026, 23:59'],
  ])('the instant %s reads %s', (instant, text) => {
    expect(formatDateTime(instant)).toBe(text)
    expect(formatDateTime(new Date(instant))).toBe(text)
    expect(formatDate(instant)).toBe(text.split(',')[0])
  })

  test.each([
    ['2026-11-20', '20 nov 2026'],
    ['2026-01-01', '1 ene 2026'],
    ['2028-02-29', '29 feb 2028'],
  ])('the plain date %s reads %s in any zone', (date, text) => {
    expect(formatDate(date)).toBe(text)
  })

  test.each([
    [''],
    ['ayer'],
    ['2026-13-01T00:00:00Z'],
    ['2026-02-30T10:00:00Z'],
    ['2026-11-20T25:00:00Z'],
    ['2026-11-20T10:42:00'],
    ['20/11/2026'],
    ['1700000000000'],
    [new Date(Number.NaN)],
  ])('the value %j reads as no date', (instant) => {
    expect(formatDateTime(instant)).toBe('Fecha inválida')
    expect(formatDate(instant)).toBe('Fecha inválida')
  })

  test.each([
    ['2026-11-20', '20 nov'],
    ['2025-12-31', '31 dic 2025'],
    ['2027-01-02', '2 ene 2027'],
  ])('where there is little room, on a day of 2026, the date %s reads %s', (date, text) => {
    expect(formatShortDate(date, '2026-11-25')).toBe(text)
  })

  test('a day that is not on the calendar, or has no hour, is no instant', () => {
    expect(formatDate('2026-02-30')).toBe('Fecha inválida')
    expect(formatDate('2026-00-10')).toBe('Fecha inválida')
    expect(formatDateTime('2026-11-20')).toBe('Fecha inválida')
  })
})
