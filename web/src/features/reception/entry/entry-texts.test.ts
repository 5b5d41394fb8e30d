import { expect, test } from 'vitest'
import { carrierText, isScannedCode, readWeight } from './entry-texts.ts'

test.each([
  '1Z999AA10123456784',
  'TBA309482119414',
  '779934120045',
  '9400111899223197442210',
  'MIA-10000234',
  'XK7P2M9QA',
])('the text “%s” is the code of a package', (text) => {
  expect(isScannedCode(text)).toBe(true)
})

test.each(['DEM0001', 'TRE12345', '31', '4.50', '1,234.50', 'Guadalupe', 'Ana Lucía Sequeira', '', '0031'])(
  'the text “%s” is no code of a package',
  (text) => {
    expect(isScannedCode(text)).toBe(false)
  },
)

test.each([
  ['4.5', 4.5],
  ['4,50', 4.5],
  ['.75', 0.75],
  ['1,234.5', 1234.5],
  ['9999.99', 9999.99],
])('the text “%s” is the weight %d', (text, weight) => {
  expect(readWeight(text)).toEqual({ weight, problem: null })
})

test.each([
  ['', 'Escriba el peso'],
  ['0', 'El peso debe ser mayor a 0'],
  ['DEM0001', 'Escriba el peso en libras: 4.50'],
  ['12345', 'El máximo es 9,999.99'],
  ['1.005', 'Use como máximo 2 decimales'],
  ['9400111899223197442210', 'El máximo es 9,999.99'],
])('the text “%s” is no weight: %s', (text, problem) => {
  expect(readWeight(text)).toEqual({ weight: null, problem })
})

test('a carrier whose numbers have a check digit is named with it', () => {
  expect(carrierText({ tracking: '1Z999AA10123456784', carrier: 'ups' })).toBe('UPS · dígito correcto')
  expect(carrierText({ tracking: 'TBA309482119414', carrier: 'amazon' })).toBe('Amazon')
  expect(carrierText({ tracking: 'X', carrier: null })).toBe('Sin transportista conocido')
})
