import { expect, test } from 'vitest'
import { readMeasures } from './read-measures.ts'

const box = { length: 12, width: 10, height: 8 }

test.each([
  ['12x10x8', box],
  ['12 10 8', box],
  ['12*10*8', box],
  [' 12 X 10 × 8 pulg', box],
  ['12.5x10x8"', { ...box, length: 12.5 }],
  ['12 por 10 por 8', box],
  ['12x10', undefined],
  ['12x10x8x2', undefined],
  ['12x10x0', undefined],
  ['12x-1x8', undefined],
  ['', undefined],
  ['grande', undefined],
])('the measures «%s» are read as people write them', (text, measures) => {
  expect(readMeasures(text)).toEqual(measures)
})

test('centimetres are kept in inches, to a tenth', () => {
  expect(readMeasures('30.5x25,4x20 cm', 'cm')).toEqual({ length: 12, width: 10, height: 7.9 })
})
