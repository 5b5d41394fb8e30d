import { date, id } from '@casillero/shared/contract/schema'
import { businessDate } from '@casillero/shared/domain/business-date'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { filterQuery, readChoice, readDay, readDayOrAge, readFlag, readId } from './list-filter.ts'

const uuid = '0190f3a1-7c1e-7a3b-9a53-0f2b6f3f9b11'

test.each([
  uuid,
  uuid.toUpperCase(),
  `${uuid}0`,
  uuid.slice(1),
  ' ',
  '',
  '2026-11-21',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '2026-1-1',
  '21/11/2026',
  '21112026',
  '0000-01-01',
  '0001-01-01',
  ' 2026-11-21',
])('the filter of a list takes %j from the address exactly when the server does', (value) => {
  expect(readId(value)).toBe(z.safeParse(id, value).data)
  expect(readDay(value)).toBe(z.safeParse(date, value).data)
})

test('the filter of a list takes a choice from the address when it is one', () => {
  expect(readChoice(['queued', 'sent'], 'sent')).toBe('sent')
  expect(readChoice(['queued', 'sent'], 'Sent')).toBeUndefined()
  expect(readChoice(['queued', 'sent'], null)).toBeUndefined()
})

test('a day that is given by its age is the day of Managua so long ago', () => {
  for (const age of [0, 1, 6, 29, 365, 9_999]) {
    expect(readDayOrAge(String(age))).toBe(businessDate(new Date(Date.now() - age * 86_400_000)))
  }
  expect(readDayOrAge('10000')).toBeUndefined()
  expect(readDayOrAge('2026-11-21')).toBe('2026-11-21')
})

test('an address asks for the first value that can be read of a filter that takes one, and for each value once of one that takes several', () => {
  const params = new URLSearchParams(
    'debt=tal+vez&debt=true&debt=false&statusId=none&statusId=x&statusId=none&statusId=all',
  )
  const oneOf = (value: string) => readChoice(['none', 'all'], value)
  const readers = { debt: readFlag, statusId: [oneOf], from: readDay } as const
  expect(filterQuery(readers, (key) => params.getAll(key))).toEqual({ debt: 'true', statusId: ['none', 'all'] })
  const many = Array.from({ length: 60 }, (_, index) => String(index))
  expect(filterQuery({ statusId: [String] }, () => many)).toEqual({ statusId: many.slice(0, 50) })
})
