import { expect, test } from 'vitest'
import { dayText, typedDay, withSlash } from './date-text.ts'

test.each([
  ['21/11/2026', '2026-11-21'],
  ['3/4/2026', '2026-04-03'],
  ['03-04-2026', '2026-04-03'],
  ['03.04.2026', '2026-04-03'],
  ['03042026', '2026-04-03'],
  ['2026-04-03', '2026-04-03'],
  [' 29/02/2028 ', '2028-02-29'],
])('%j is the day %s: the day comes before the month', (text, day) => expect(typedDay(text)).toBe(day))

test.each(['', '31/02/2026', '29/02/2027', '11/21/2026', '1/1/26', '00/01/2026', 'ayer', '21/11'])(
  '%j is no day',
  (text) => expect(typedDay(text)).toBeUndefined(),
)

test('a day is shown as it is typed, and what is no day as it stands', () => {
  expect(dayText('2026-11-03')).toBe('03/11/2026')
  expect(dayText('31/02/2026')).toBe('31/02/2026')
  expect(dayText('')).toBe('')
})

test('the slashes come by themselves while typing and not while taking back', () => {
  expect(withSlash('21', '2')).toBe('21/')
  expect(withSlash('21/11', '21/1')).toBe('21/11/')
  expect(withSlash('21', '21/')).toBe('21')
  expect(withSlash('2', '')).toBe('2')
  expect(withSlash('21/112', '21/11')).toBe('21/11/2')
})

test.each([
  ['15112026', '15/11/2026'],
  ['15/11/2026', '15/11/2026'],
  ['15-11-2026', '15/11/2026'],
  ['15.11.2026', '15/11/2026'],
  ['15 11 2026', '15/11/2026'],
  ['5/1/2026', '5/1/2026'],
  ['15/1/2026', '15/1/2026'],
])('%j typed key by key is %j: a separator typed after a slash that came by itself is swallowed', (keys, text) => {
  const typed = [...keys].reduce((before, key) => withSlash(before + key, before), '')
  expect(typed).toBe(text)
  expect(typedDay(typed)).toBeDefined()
})
