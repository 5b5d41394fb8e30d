import { expect, test } from 'vitest'
import { describeSent } from './signup-texts.ts'

test('the age of a request is told in minutes, hours of the day, yesterday’s time, then as a date of Managua', () => {
  const now = new Date('2026-11-25T16:20:00Z')
  const told = (at: string) => describeSent(at, now)
  expect([
    told('2026-11-25T16:19:30Z'),
    told('2026-11-25T15:58:00Z'),
    told('2026-11-25T14:20:00Z'),
    told('2026-11-25T05:59:00Z'),
  ]).toEqual(['ahora', 'hace 22 min', 'hace 2 h', 'ayer, 23:59'])
  expect(told('2026-11-24T05:59:00Z')).toContain('23')
})
