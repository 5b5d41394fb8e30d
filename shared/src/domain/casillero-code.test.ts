import { expect, test } from 'vitest'
import { casilleroCode, casilleroPrefix, casillerosIn } from './casillero-code.ts'

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

test.each([
  ['TRE0031', ['TRE0031', 'TRE0031']],
  ['GUADALUPE MTZ TRE 0031', ['TRE0031', 'TRE 0031']],
  ['tre-31 / Ana', ['TRE0031', 'tre-31']],
  ['Ana (DEM #12045)', ['DEM12045', 'DEM #12045']],
])('the label «%s» names the mailbox %j', (text, [casillero, found]) => {
  expect(casillerosIn(text)).toEqual([{ casillero, text: found }])
})

test.each(['', 'M. TELLEZ', '0031', 'MANAGUA 0031', 'TRE', 'ÑTRE0031', 'TRE0031234567', 'TRE      0031'])(
  'the label «%s» names no mailbox',
  (text) => {
    expect(casillerosIn(text)).toEqual([])
  },
)

test('a label of many numbers is read for five of them', () => {
  expect(casillerosIn('AB1 '.repeat(30))).toHaveLength(5)
})
