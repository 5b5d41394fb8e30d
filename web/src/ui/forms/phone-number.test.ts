import { formatPhone } from '@casillero/shared/domain/phone'
import * as flags from 'country-flag-icons/string/3x2'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildExample,
  caretAfter,
  countryOfPhone,
  editPhone,
  groupDigits,
  nicaragua,
  phoneCountries,
  phoneCountry,
  phoneText,
  readPhoneNumber,
} from './phone-field.tsx'

test('every country of the field has a flag and a name of two letters', () => {
  expect(phoneCountries.filter(({ id }) => !Object.hasOwn(flags, id.toUpperCase()))).toEqual([])
  expect(phoneCountries.length).toBeGreaterThan(240)
})

describe('the country of a phone', () => {
  test.each([
    ['50586904417', 'ni'],
    ['13055550147', 'us'],
    ['14165550147', 'ca'],
    ['18765550147', 'jm'],
    ['18095550147', 'do'],
    ['17875550147', 'pr'],
    ['79123456789', 'ru'],
    ['77710009998', 'kz'],
    ['393123456789', 'it'],
    ['447400123456', 'gb'],
    ['34600111222', 'es'],
    ['505', 'ni'],
    ['1', 'us'],
    ['999', undefined],
    ['', undefined],
  ])('the country of %s is %s', (digits, id) => {
    expect(countryOfPhone(digits)?.id).toBe(id)
  })

  test.each([
    ['1', 'ca', 'ca'],
    ['14', 'ca', 'ca'],
    ['1416', 'us', 'ca'],
    ['1305', 'ca', 'us'],
    ['141', 'us', 'us'],
    ['447781123456', 'gg', 'gg'],
    ['50581', 'ca', 'ni'],
  ])('the digits %s typed for %s are a number of %s', (digits, chosen, id) => {
    expect(countryOfPhone(digits, phoneCountry(chosen))?.id).toBe(id)
  })
})

describe('a phone taken apart', () => {
  test.each([
    ['50586904417', 'ni', '86904417'],
    ['86904417', 'ni', '86904417'],
    ['+50586904417', 'ni', '86904417'],
    ['13055550147', 'us', '3055550147'],
    ['+5058', 'ni', '8'],
    ['+29051234', 'sh', '51234'],
    ['34600111222', 'es', '600111222'],
    ['2278', 'ni', '2278'],
    ['', 'ni', ''],
  ])('the phone %s is one of %s with the number %s', (phone, id, number) => {
    expect(readPhoneNumber(phone, nicaragua)).toEqual({ country: phoneCountry(id), number })
  })

  test('a phone that is taken apart and put together is the same, for every country and number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...phoneCountries), fc.stringMatching(/^\d{5,14}$/), (country, number) => {
        const text = phoneText({ country, number })
        expect(phoneText(readPhoneNumber(text, nicaragua))).toBe(text)
      }),
    )
  })

  test('a number without digits is no phone', () => {
    expect(phoneText({ country: nicaragua, number: '' })).toBe('')
  })
})

describe('a number in groups', () => {
  test.each([
    ['86904417', '4 4', '8690 4417'],
    ['8690', '4 4', '8690'],
    ['86904', '4 4', '8690 4'],
    ['869044179', '4 4', '8690 44179'],
    ['305', '(3) 3-4', '(305'],
    ['3055', '(3) 3-4', '(305) 5'],
    ['3055550147', '(3) 3-4', '(305) 555-0147'],
    ['', '(3) 3-4', ''],
  ])('the digits %j in the mask %j read %j', (digits, mask, text) => {
    expect(groupDigits(digits, mask)).toBe(text)
  })

  test('a number in groups has its digits in their order, for every country', () => {
    fc.assert(
      fc.property(fc.constantFrom(...phoneCountries), fc.stringMatching(/^\d{0,16}$/), ({ mask }, digits) => {
        expect(groupDigits(digits, mask).replace(/\D/g, '')).toBe(digits)
      }),
    )
  })

  test.each([
    ['ni', '86904417'],
    ['gt', '51234567'],
    ['hn', '91234567'],
    ['cr', '83123456'],
    ['pa', '61234567'],
    ['mx', '2221234567'],
    ['co', '3211234567'],
    ['us', '3055550147'],
  ])('a mobile number of %s has the same groups in the field as on the other screens', (id, number) => {
    const { code, mask } = phoneCountry(id)
    const [, ...groups] = formatPhone(code + number).split(' ')
    expect(groupDigits(number, mask).match(/\d+/g)).toEqual(groups)
  })

  test.each([
    ['ni', '+505 8888-8888'],
    ['us', '+1 (888) 888-8888'],
    ['es', '+34 888 88 88 88'],
  ])('the example of %s is %s', (id, text) => {
    expect(buildExample(phoneCountry(id))).toBe(text)
  })
})

describe('an edit of a phone', () => {
  const phone = { country: nicaragua, number: '86904417' }
  const at = (text: string) => ({ text: text.replace('|', ''), caret: text.indexOf('|') })

  test.each([
    ['a digit at the end', '8690 44179|', undefined, '8690 44179|'],
    ['a digit in the middle', '86590| 4417', undefined, '8659 0|4417'],
    ['a letter', '86a|90 4417', undefined, '86|90 4417'],
    ['Backspace behind a digit', '869| 4417', 'before', '869|4 417'],
    ['Backspace behind the space', '8690|4417', 'before', '869|4 417'],
    ['Delete before the space', '8690|4417', 'after', '8690| 417'],
    ['Backspace at the start', '|8690 4417', 'before', '|8690 4417'],
    ['a number written otherwise', '(8690) 44-17|', undefined, '8690 4417|'],
    ['everything cut', '|', undefined, '|'],
  ] as const)('%s leaves %j with the key %j as %j', (_, text, deleted, left) => {
    const edited = editPhone(phone, { ...at(text), deleted })
    const grouped = groupDigits(edited.phone.number, edited.phone.country.mask)
    const caret = caretAfter(grouped, edited.before)
    expect(`${grouped.slice(0, caret)}|${grouped.slice(caret)}`).toBe(left)
  })

  test.each([
    ['+1 305 555 0147|', 'us', '3055550147'],
    [' +1 (416) 555-0147|', 'ca', '4165550147'],
    ['+50586904417|', 'ni', '86904417'],
    ['+1 305|', 'us', '305'],
    ['+505|', 'ni', ''],
    ['+505 8690|', 'ni', '8690'],
    ['00505 8690 4417|', 'ni', '86904417'],
    ['50586904417|', 'ni', '86904417'],
    ['505 8690-4417|', 'ni', '86904417'],
    ['8690 4417|', 'ni', '86904417'],
    ['3055550147|', 'us', '3055550147'],
    ['(416) 555-0147|', 'ca', '4165550147'],
    ['(954) 555-0123 ext. 12|', 'us', '9545550123'],
    ['8690-4417 x2|', 'ni', '86904417'],
    ['5058690441|', 'ni', '5058690441'],
    ['3051550147|', 'ni', '3051550147'],
  ])('the pasted %s is a phone of %s with the number %s', (text, id, number) => {
    const empty = { country: nicaragua, number: '' }
    expect(editPhone(empty, at(text)).phone).toEqual({ country: phoneCountry(id), number })
  })

  test.each([
    ['+505 8888-8888', 'ni', '88888888'],
    ['+1 305 555 0147', 'us', '3055550147'],
    ['+506 8888 7777', 'cr', '88887777'],
    ['0050588888888', 'ni', '88888888'],
    ['505 8888 8888', 'ni', '88888888'],
    ['305 555 0147', 'us', '3055550147'],
    ['50550512', 'ni', '50550512'],
    ['7007 0012', 'ni', '70070012'],
  ])('the keys of %s, one after the other, are a phone of %s with the number %s', (text, id, number) => {
    let phone: ReturnType<typeof readPhoneNumber> = { country: nicaragua, number: '' }
    for (const key of text) {
      const typed = (phone.begun ?? groupDigits(phone.number, phone.country.mask)) + key
      phone = editPhone(phone, { text: typed, caret: typed.length }).phone
    }
    expect([phone.country.id, phone.number, phone.begun]).toEqual([id, number, undefined])
  })

  test('a number for the United States becomes one of Canada as soon as its area is', () => {
    const start = { country: phoneCountry('us'), number: '41' }
    expect(editPhone(start, { text: '(416', caret: 4 }).phone.country.id).toBe('ca')
  })
})
