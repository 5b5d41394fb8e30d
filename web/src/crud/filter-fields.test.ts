import { expect, test } from 'vitest'
import { ageField } from './filter-fields.tsx'

test.each([
  ['0', 'desde hoy o antes'],
  ['1', 'desde ayer o antes'],
  ['2', 'más de 1 día'],
  ['3', 'más de 2 días'],
  ['4', 'más de 3 días'],
  ['2026-11-10', 'desde 10 nov 2026 o antes'],
])('%j in the address of the filter by the time in a status reads %j', (value, text) => {
  const place = { values: () => [value], setValues: () => undefined }
  expect(ageField(place, 'statusSince', 'Tiempo en el estado').text).toBe(text)
})
