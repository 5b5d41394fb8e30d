import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeLabelCode, readLabelCode } from './label-code.ts'
import { readTracking, searchedText } from './tracking-code.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 })
const codes = bytes.map(makeLabelCode)

/** The code with another character at a place. */
const withAt = (code: string, at: number, character: string) => code.slice(0, at) + character + code.slice(at + 1)

describe('the code of a label', () => {
  test('the code of a label is eight characters of Crockford’s base 32, and is right', () => {
    const isRight = (code: string) => /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code) && readLabelCode(code) === code
    fc.assert(fc.property(codes, isRight))
  })

  test('the code of a label follows from 35 random bits, each of which counts', () => {
    const flipped = (random: Uint8Array, bit: number) =>
      random.map((byte, at) => (at === 4 - Math.floor(bit / 8) ? byte ^ (1 << (bit % 8)) : byte))
    fc.assert(
      fc.property(bytes, fc.nat(34), (random, bit) => makeLabelCode(random) !== makeLabelCode(flipped(random, bit))),
    )
    expect(makeLabelCode(new Uint8Array(5))).toBe('00000000')
    expect(makeLabelCode(new Uint8Array(5).fill(255)).slice(0, 7)).toBe('ZZZZZZZ')
  })

  test('a code with one wrong character is not right', () => {
    const wrong = fc.tuple(codes, fc.nat(7), fc.constantFrom(...alphabet)).filter(([code, at, one]) => code[at] !== one)
    fc.assert(fc.property(wrong, ([code, at, character]) => readLabelCode(withAt(code, at, character)) === null))
  })

  test('a code of which two characters changed places is not right', () => {
    const swapped = fc.tuple(codes, fc.nat(7), fc.nat(7)).filter(([code, a, b]) => code[a] !== code[b])
    fc.assert(
      fc.property(swapped, ([code, a, b]) => {
        const [first = '', second = ''] = [code[a], code[b]]
        return readLabelCode(withAt(withAt(code, a, second), b, first)) === null
      }),
    )
  })

  test('a typed code is read in any case, with spaces and dashes, I and L as 1, O as 0', () => {
    fc.assert(
      fc.property(codes, fc.nat(8), fc.constantFrom(' ', '-', ' - ', ''), (code, at, between) => {
        const typed = `${code.slice(0, at)}${between}${code.slice(at)}`.toLowerCase()
        const said = typed.replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I')
        return readLabelCode(` ${said} `) === code
      }),
    )
  })

  test('a scanned code is read without what scanners send beside it', () => {
    fc.assert(fc.property(codes, (code) => readLabelCode(`]C1\u001d${code}\r`) === code))
  })

  test('a code of a label is no number of a carrier, and is searched as it is', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const { tracking, carrier } = readTracking(code)
        return tracking === code && carrier === null && searchedText(code) === code
      }),
    )
  })

  test.each(['', '1', 'TBA502887274000', '1Z5R89390357567127', '123456789', '0000000U', '*0000000'])(
    'a text of another form is no code of a label: “%s”',
    (text) => expect(readLabelCode(text)).toBeNull(),
  )
})
