import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPhone, internationalPhone, phoneDigits, phoneLoginKeys, readTypedPhone } from './phone.ts'
import { isPossiblePhone, readPhone } from './phone-possible.ts'

test.each([
  ['+505 8690-4417', '50586904417'],
  ['(505) 8690 4417', '50586904417'],
  ['8690.4417', '86904417'],
  ['', ''],
])('%s is sent as the digits %s', (phone, digits) => {
  expect(phoneDigits(phone)).toBe(digits)
})

test.each([
  ['+505 8888-8888', '+50588888888'],
  ['50550588888888', '50588888888'],
  ['505 +505 8888 8888', '+50588888888'],
  ['00505 8888 8888', '+50588888888'],
  ['011 505 8888 8888', '+50588888888'],
  ['+00505 8888 8888', '+50588888888'],
  ['＋505 8888 8888', '+50588888888'],
  ['\u202a+505 8888\u00a08888\u202c', '+50588888888'],
  ['８８８８８８８８', '88888888'],
  ['+1 1 (305) 555-0147', '+13055550147'],
  ['50650688887777', '50688887777'],
  ['50550512', '50550512'],
  ['7007-0012', '70070012'],
  ['5787 1234', '57871234'],
  ['+34 600 111 222', '+34600111222'],
  ['(954) 555-0123', '9545550123'],
  ['Cel. 8331-1771', '83311771'],
  ['8331-1771 (casa)', '83311771'],
  ['88819105.0', '88819105'],
  ['305-555-0142 x12', '3055550142'],
  ['305-555-0142x123', '3055550142'],
  ['+1 305 555 0142 #12', '+13055550142'],
  ['2278 4410, ext. 5', '22784410'],
  ['2278 4410 Extensión: 501', '22784410'],
  ['8888 ext 2', '8888ext2'],
  ['88881111 / 77772222', '88881111/77772222'],
  ['8690-CASA', '8690'],
  ['abc', 'abc'],
])('the phone %j is typed for %s', (text, digits) => {
  expect(readTypedPhone(text)).toBe(digits)
  expect(readTypedPhone(digits)).toBe(digits)
})

test.each([
  ['305-555-0142', '13055550142', null],
  ['786 555 0123', '17865550123', null],
  ['(954) 555-0123', '19545550123', null],
  ['239-555-0123', '12395550123', null],
  ['3215550123', '13215550123', null],
  ['813.555.0123', '18135550123', null],
  ['6015550123 ext 5', '16015550123', null],
  ['1 305 555 0142', '13055550142', null],
  ['+1 (954) 555-0123', '19545550123', null],
  ['8690 4417', '86904417', null],
  ['505 8690-4417', '50586904417', null],
  ['00505 8690 4417', '50586904417', null],
  ['+505 8690 4417 x2', '50586904417', null],
  ['+34 600 111 222', '34600111222', null],
  ['34600111222', '34600111222', '34'],
  ['0050223456789', '50223456789', null],
  ['50223456789', '50223456789', '502'],
  ['+95 4 555 0123', '9545550123', null],
  ['505 869 0441', undefined, null],
  ['1 123 456 7890', undefined, null],
  ['+1 305 155 0142', undefined, null],
  ['155 555 0123', undefined, null],
  ['+8690 4417', undefined, null],
  ['00000000', undefined, null],
  ['1111-1111', undefined, null],
  ['+505 0000 0000', undefined, null],
  ['12345678', undefined, null],
  ['1234567890', undefined, null],
  ['555-555-5555', undefined, null],
  ['88881111 / 77772222', undefined, null],
  ['', undefined, null],
])('the phone %j is kept as %s, and its country is to be asked for: %s', (text, digits, unsaid) => {
  expect(readPhone(text)).toEqual(digits === undefined ? undefined : { digits, unsaid })
})

test('a phone whose calling code is typed twice signs in as the one with it once', () => {
  expect(phoneLoginKeys('+505 505 8690 4417')).toEqual(['50586904417', '86904417'])
})

describe('a phone on a screen', () => {
  test.each([
    ['50586904417', '+505 8690 4417', 'Nicaragua'],
    ['13055550147', '+1 305 555 0147', 'the United States'],
    ['525512345678', '+52 551 234 5678', 'Mexico'],
    ['50223456789', '+502 2345 6789', 'Guatemala'],
    ['50498765432', '+504 9876 5432', 'Honduras'],
    ['50688887777', '+506 8888 7777', 'Costa Rica'],
    ['50761234567', '+507 6123 4567', 'Panama'],
    ['5072345678', '+507 234 5678', 'Panama, a house'],
    ['573001234567', '+57 300 123 4567', 'Colombia'],
    ['86904417', '+505 8690 4417', 'Nicaragua, eight digits alone'],
    ['57871234', '+505 5787 1234', 'Nicaragua, though it begins like Colombia'],
    ['50512345', '+505 5051 2345', 'Nicaragua, though it begins with 505'],
    ['+505 (8690) 4417', '+505 8690 4417', 'Nicaragua, written otherwise'],
    ['34600111222', '+34600111222', 'a country that is not listed'],
    ['5215512345678', '+52 15512345678', 'Mexico, an old mobile'],
    ['2278', '2278', 'too short for any country'],
    ['', '', 'none'],
  ])('the phone %s reads %s (%s)', (digits, text) => {
    expect(formatPhone(digits)).toBe(text)
  })

  test('a phone on a screen keeps its digits, apart from an added 505', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,15}$/), (digits) => {
        const shown = phoneDigits(formatPhone(digits))
        expect(shown).toBe(digits.length === 8 ? `505${digits}` : digits)
        expect(phoneDigits(internationalPhone(digits))).toBe(shown)
        expect(formatPhone(formatPhone(digits))).toBe(formatPhone(digits))
      }),
    )
  })

  test('a phone on a screen goes to inputs and links without spaces', () => {
    expect(internationalPhone('86904417')).toBe('+50586904417')
    expect(internationalPhone('13055550147')).toBe('+13055550147')
    expect(internationalPhone('34600111222')).toBe('+34600111222')
    expect(internationalPhone('2278')).toBe('2278')
  })
})

describe('signing in with a phone', () => {
  test.each([
    ['8690-4417', ['86904417', '50586904417']],
    ['+505 8690 4417', ['50586904417', '86904417']],
    ['13055550147', ['13055550147']],
    ['(954) 555-0123', ['9545550123', '19545550123']],
    ['50512345', ['50512345', '50550512345']],
    ['5058690441', ['5058690441']],
    ['ana8690@demo.com', []],
    ['abc', []],
    ['+-', []],
    ['', []],
  ])('the sign-in name %s is looked for under %j', (identifier, keys) => {
    expect(phoneLoginKeys(identifier)).toEqual(keys)
  })

  test('a sign-in by phone finds the same person with and without the 505', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{8}$/), (digits) => {
        expect(phoneLoginKeys(digits).toSorted()).toEqual(phoneLoginKeys(`505${digits}`).toSorted())
      }),
    )
  })
})

describe('a possible phone', () => {
  test.each([
    ['50586904417', true],
    ['86904417', true],
    ['13055550147', true],
    ['525512345678', true],
    ['50223456789', true],
    ['34600111222', true],
    ['5058690441', false],
    ['505869044170', false],
    ['1305555', false],
    ['2278', false],
    ['99999999999', false],
    ['', false],
    ['+50586904417', false],
    ['505 8690 4417', false],
  ])('the digits %j can be a phone: %s', (digits, possible) => {
    expect(isPossiblePhone(digits)).toBe(possible)
  })
})
