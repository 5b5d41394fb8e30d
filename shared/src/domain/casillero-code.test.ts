import { expect, test } from 'vitest'
import { casilleroCode, casilleroPrefix } from './casillero-code.ts'

test.each([
  ['demo', null, 'DEM'],
  ['7-eleven', null, 'ELE'],
  ['a1-b', null, 'ABX'],
  ['505', null, 'XXX'],
  ['x', '', 'XXX'],
  ['demo', 'nic', 'NIC'],
  ['demo', 'CARGA', 'CARGA'],
])('the company %s with the prefix %j numbers its mailboxes %s', (subdomain, setPrefix, prefix) => {
  expect(casilleroPrefix(subdomain, setPrefix)).toBe(prefix)
})

test.each([
  [1, 'DEM0001'],
  [9999, 'DEM9999'],
  [10_000, 'DEM10000'],
])('client %d gets %s', (number, code) => {
  expect(casilleroCode('DEM', number)).toBe(code)
})
