import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScaleReader, type ScaleReading } from './use-scale.ts'

const read = (...sent: string[]): ScaleReading[] => {
  const reader = createScaleReader()
  return sent.flatMap((text) => reader(new TextEncoder().encode(text)))
}
const stable = (pounds: number): ScaleReading => ({ state: 'stable', pounds })
const moving: ScaleReading = { state: 'moving' }

describe('a scale that sends without pause', () => {
  test.each<[string, ScaleReading]>([
    ['ST,GS,+  3.45lb', stable(3.45)],
    ['ST,NT,+  3.45lb', stable(3.45)],
    ['ST,GS,   3.45,lb', stable(3.45)],
    ['ST, GS+ 5.12LB', stable(5.12)],
    ['ST,+00003.45 lb', stable(3.45)],
    ['01ST,GS,     7.5,lb', stable(7.5)],
    ['ST,GS,+    12lbs', stable(12)],
    ['ST,GS,+  2.000kg', stable(4.41)],
    ['ST,GS,+ 12.00oz', stable(0.75)],
    ['ST,GS,+   500g', stable(1.1)],
    ['ST,GS,+  1.005lb', stable(1.01)],
    ['ST,GS,+  2.32oz', stable(0.15)],
    ['US,GS,+  3.45lb', moving],
    ['ST,GS,+  0.00lb', { state: 'empty' }],
    ['ST,GS,-  0.00lb', { state: 'empty' }],
    ['ST,GS,-  1.20lb', { state: 'negative' }],
    ['UL,GS,-  1.20lb', { state: 'negative' }],
    ['OL,GS,+       lb', { state: 'overload' }],
    ['OL,+9999999E+19', { state: 'overload' }],
    ['ST,GS,+ 10000lb', { state: 'overload' }],
    ['ST,GS,+ 9999.99lb', stable(9_999.99)],
  ])('the line “%s” is read', (line, expected) => expect(read(`${line}\r\n`)).toEqual([expected]))

  test.each([
    'ST,GS,+  3.45',
    'ST,GS,+  3.4.5lb',
    'ST,GS,+  3,45lb',
    'ST,GS,+ 3 lb 4 oz',
    'ST,GS,+  1e5lb',
    'ST,GS,+3.45pcs',
    'T,GS,+  3.45lb',
    'QT,GS,+  3.45lb',
    '?',
    'hola',
    `ST,GS,+${' '.repeat(70)}3.45lb`,
  ])('the line “%s” is no reading', (line) => expect(read(`${line}\r\n`)).toEqual([]))

  test('a line that has not ended is no reading yet', () => {
    expect(read('ST,GS,+  3.4')).toEqual([])
    expect(read('ST,GS,+  3.4', '5lb\r')).toEqual([stable(3.45)])
  })

  test('what follows a line that is too long is read again', () => {
    expect(read('x'.repeat(10_000), '\r\nST,GS,+  3.45lb\r\n')).toEqual([stable(3.45)])
  })

  test('a scale that sends seven bits with their parity is read as well', () => {
    const withParity = [...'ST,GS,+  3.45lb\r\n'].map((letter) => {
      const code = letter.charCodeAt(0)
      const ones = code.toString(2).replaceAll('0', '').length
      return ones % 2 === 0 ? code : code | 0x80
    })
    expect(createScaleReader()(Uint8Array.from(withParity))).toEqual([stable(3.45)])
  })
})

describe('a scale that answers when it is asked', () => {
  const answer = (line: string, bits = '00') => `\n${line}\r\n${bits}\r\u0003`

  test('a weight without a word of rest counts when it comes three times in a row', () => {
    const once = answer('   4.50lb')
    expect(read(once, once, once)).toEqual([moving, moving, stable(4.5)])
    expect(read(once, once, answer('   4.51lb'), once, once)).toEqual([moving, moving, moving, moving, moving])
  })

  test('an answer without a weight means motion, and the count begins anew', () => {
    const once = answer('   4.50lb')
    expect(read(once, once, '\n10\r\u0003', once, once, once)).toEqual([
      moving,
      moving,
      moving,
      moving,
      moving,
      stable(4.5),
    ])
  })

  test('the bits of too much and too little are heard, with an S before them or without', () => {
    expect(read('\nS02\r\u0003', '\n01\r\u0003')).toEqual([{ state: 'overload' }, { state: 'negative' }])
    expect(read(answer('  99.99lb', '02')).at(-1)).toEqual({ state: 'overload' })
  })

  test('a question mark behind the weight means motion, however often it comes', () => {
    expect(read('  4.50 lb ?\r\n'.repeat(5))).toEqual(Array.from({ length: 5 }, () => moving))
  })

  test('noise between two weights begins the count anew', () => {
    expect(read('4.50 lb\r\n4.50 lb\r\nx\r\n4.50 lb\r\n').at(-1)).toEqual(moving)
  })
})

const hundredths = fc.integer({ min: 0, max: 999_999 })
const decimalOf = (units: number) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`

/** What such a weight is in hundredths of a pound, by whole numbers: `numerator` ÷ `divisor`, a half away from zero. */
const rounded = (numerator: bigint, divisor: bigint): number => Number((2n * numerator + divisor) / (2n * divisor))

const units = [
  { unit: 'lb', inHundredths: (units: number) => units },
  { unit: 'oz', inHundredths: (units: number) => rounded(BigInt(units), 16n) },
  { unit: 'kg', inHundredths: (units: number) => rounded(BigInt(units) * 100_000_000n, 45_359_237n) },
  { unit: 'g', inHundredths: (units: number) => rounded(BigInt(units) * 100_000n, 45_359_237n) },
]

test('every weight in every unit is the exact pounds, rounded once to two places', () => {
  fc.assert(
    fc.property(hundredths, fc.constantFrom(...units), (sent, { unit, inHundredths }) => {
      const pounds = inHundredths(sent)
      const expected = pounds > 999_999 ? { state: 'overload' } : stable(Number(decimalOf(pounds)))
      expect(read(`ST,GS,+${decimalOf(sent)}${unit}\r\n`)).toEqual([pounds === 0 ? { state: 'empty' } : expected])
    }),
    { numRuns: 2_000 },
  )
})

const line = fc.oneof(
  fc
    .record({ sent: hundredths, unit: fc.constantFrom('lb', 'kg', 'oz'), mark: fc.constantFrom('ST', 'US', 'OL') })
    .map(({ sent, unit, mark }) => `${mark},GS,+ ${decimalOf(sent)}${unit}\r\n`),
  fc.constantFrom('\n   4.50lb\r\n00\r\u0003', '\n10\r\u0003', '\n?\r\u0003'),
  fc.string({ maxLength: 90 }).map((noise) => `${noise}\r\n`),
)

test('where the bytes are cut makes no difference to what is read', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.array(fc.nat(400)), (lines, cuts) => {
      const sent = lines.join('')
      const ends = [...cuts.filter((cut) => cut < sent.length).toSorted((one, other) => one - other), sent.length]
      const parts = ends.map((end, at) => sent.slice(ends[at - 1] ?? 0, end))
      expect(read(...parts)).toEqual(read(sent))
    }),
  )
})

test('no noise keeps the reader from the line that follows it, or gives a weight that is not above zero', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      const reader = createScaleReader()
      for (const reading of reader(noise)) if (reading.state === 'stable') expect(reading.pounds).toBeGreaterThan(0)
      expect(reader(new TextEncoder().encode('\r\nST,GS,+  3.45lb\r\n')).at(-1)).toEqual(stable(3.45))
    }),
  )
})
