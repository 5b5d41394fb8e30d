import { expect, test } from 'vitest'
import { completeTime } from './hours-field.tsx'

test.each([
  ['8', '08:00'],
  ['17', '17:00'],
  ['830', '08:30'],
  ['1730', '17:30'],
  ['8:05', '08:05'],
  ['08:00', '08:00'],
  ['ocho', 'ocho'],
  ['', ''],
])('the time «%s» is read as «%s»', (text, time) => {
  expect(completeTime(text)).toBe(time)
})
