import { expect, test } from 'vitest'
import { ageField } from './filter-fields.tsx'

const textOf = (values: Record<string, string>) => {
  const place = { values: (key: string) => [values[key] ?? []].flat(), setValues: () => undefined }
  return ageField(place, 'statusSince', 'statusFrom', 'En el estado').text
}

test('a span of the time in a status reads as the figure that leads to it', () => {
  expect(textOf({ statusSince: '8', statusFrom: '15' })).toBe('8–15 días')
  expect(textOf({ statusSince: '0', statusFrom: '3' })).toBe('0–3 días')
  expect(textOf({ statusFrom: '3' })).toBe('hasta 3 días')
  expect(textOf({ statusSince: '2026-11-10', statusFrom: '2026-11-01' })).toBe(
    'desde 10 nov 2026 o antes, desde 1 nov 2026 o después',
  )
  expect(textOf({})).toBeUndefined()
})

test.each([
  ['0', 'desde hoy o antes'],
  ['1', 'desde ayer o antes'],
  ['2', 'más de 1 día'],
  ['3', 'más de 2 días'],
  ['4', 'más de 3 días'],
  ['2026-11-10', 'desde 10 nov 2026 o antes'],
])('%j in the address of the filter by the time in a status reads %j', (value, text) => {
  expect(textOf({ statusSince: value })).toBe(text)
})
