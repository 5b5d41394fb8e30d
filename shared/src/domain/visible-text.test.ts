import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleCode, visibleText } from './visible-text.ts'

const unseen = [
  ...['\u200b', '\u00ad', '\u2060', '\u202a', '\u202c', '\u202e', '\u2066', '\u2069', '\ufeff', '\u034f', '\u180e'],
  ...[
    '\u061c',
    '\u115f',
    '\u3164',
    '\uffa0',
    '\u17b4',
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u2064',
    '\u{e0041}',
    '\u{e0100}',
  ],
  ...['\u{1d173}', '\u0000', '\u0007', '\u001d', '\u007f', '\u0090'],
]

test.each(unseen)('the unseen character %j goes out of a code and out of a free text', (character) => {
  expect(visibleCode(`${character}1Z99${character}${character}9AA1${character}`)).toBe('1Z999AA1')
  expect(visibleText(`${character}Caja${character} azul${character}`)).toBe('Caja azul')
})

test.each([
  ['a family', '👨‍👩‍👧'],
  ['a red heart', '❤️'],
  ['a worker with a skin', '👩🏽‍🔧'],
  ['a keycap', '1️⃣'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['the flag of Nicaragua', '🇳🇮'],
  ['a text of two lines', 'Caja\n\tazul\r\nroja'],
  ['letters with accents', 'Ñandú pingüino Á'],
])('%s stays in a free text', (_, text) => {
  expect(visibleText(text)).toBe(text)
})

test('a free text is in NFC, also where an unseen character stood between letter and accent', () => {
  expect(visibleText('Jose\u034f\u0301')).toBe('José')
})

test.each([
  ['wide digits', '９４００', '9400'],
  ['a space that does not break', '1Z\u00a0999\u2007AA1', '1Z 999 AA1'],
  ['a long dash', 'ORD\u2013000\u201117\u2212A', 'ORD-000-17-A'],
  ['a line break', '1Z999\r\nAA1', '1Z999 AA1'],
])('%s in a code is the plain one', (_, text, code) => {
  expect(visibleCode(text)).toBe(code)
})

test('what was made visible once stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const [seen, code] = [visibleText(text), visibleCode(text)]
      expect(visibleText(seen)).toBe(seen)
      expect(visibleCode(code)).toBe(code)
    }),
  )
})
