import { expect, test } from 'vitest'
import { findLengthUnit, readLength, readMeasures, refuseUnit } from './read-measures.ts'

const box = { length: 12, width: 10, height: 8 }
const small = { length: 11.8, width: 7.9, height: 3.9 }

test.each([
  ['12x10x8', box],
  ['12 10 8', box],
  ['12*10*8', box],
  [' 12 X 10 × 8 pulg', box],
  ['12.5x10x8"', { ...box, length: 12.5 }],
  ['12 por 10 por 8', box],
  ['12"x10"x8"', box],
  ["12'' x 10'' x 8''", box],
  ['12″ × 10″ × 8″', box],
  ['12inx10inx8in', box],
  ['12 in. by 10 in. by 8 in.', box],
  ['12 Pulgadas 10 pulgadas 8 pulgadas', box],
  ['30x20x10 cm', small],
  ['30x20x10CM', small],
  ['30 × 20 × 10 CM.', small],
  ['30cm x 20cm x 10cm', small],
  ['30cmx20cmx10cm', small],
  ['30 cm 20 cm 10 cm', small],
  ['30x20x10 (cm)', small],
  ['cm: 30x20x10', small],
  ['30 centímetros x 20 centímetros x 10 centímetros', small],
  ['300x200x100 mm', small],
  ['0.3x0.2x0,1 m', small],
  ['0.30 mts x 0.20 mts x 0.10 mts', small],
  ['1 ft x 10 in x 8"', box],
  ["1' x 10\" x 8''", box],
  ['1 pie x 25.4 cm x 8 pulg', box],
  ['30 cm x 20 x 10', small],
  ['12" x 10 x 20 cm', undefined],
  ['12x10', undefined],
  ['12x10x8x2', undefined],
  ['12x10x0', undefined],
  ['12x-1x8', undefined],
  ['12x10x8 yd', undefined],
  ['12x10x8 kg', undefined],
  ['30 L x 20 W x 10 H', undefined],
  ['12 1/2 x 10 x 8', undefined],
  ['', undefined],
  ['grande', undefined],
])('the measures «%s» are read as people write them', (text, measures) => {
  expect(readMeasures(text)).toEqual(measures)
})

test('numbers alone are in the unit of the device, and a unit that is written counts for more', () => {
  expect(readMeasures('30.5x25,4x20', 'cm')).toEqual({ length: 12, width: 10, height: 7.9 })
  expect(readMeasures('12x10x8 in', 'cm')).toEqual(box)
  expect(readMeasures('12" x 10" x 8"', 'cm')).toEqual(box)
  expect(readMeasures('30x20x10 cm', 'in')).toEqual(small)
})

test('one length is read with its unit, or in that of its column', () => {
  expect(['30 cm', '12', '12"', '1 ft', '8 yd', '12 10', ''].map((text) => readLength(text))).toEqual([
    ...[11.8, 12, 12, 12],
    ...[undefined, undefined, undefined],
  ])
  expect(readLength('30', 'cm')).toBe(11.8)
})

test.each([
  ['Medidas (cm)', 'cm'],
  ['Dimensions CM', 'cm'],
  ['Size in cm', 'cm'],
  ['Largo_mm', 'mm'],
  ['Length (in)', 'in'],
  ['Medidas (pulgadas)', 'in'],
  ['Alto - pies', 'ft'],
  ['Medidas cm/mm', undefined],
  ['Medidas', undefined],
])('the heading %j says the unit %s', (heading, unit) => {
  expect(findLengthUnit(heading)).toBe(unit)
})

test('a unit that is unknown is named in the refusal, and a text without numbers is not about units', () => {
  expect(refuseUnit('12x10x8 yd')).toBe('«yd» no es una unidad de medida: escriba pulg, cm, mm, m o pies')
  expect([refuseUnit('12x10'), refuseUnit('12 cm x 10 cm'), refuseUnit('grande')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
