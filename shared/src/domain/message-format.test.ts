import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatSpans, type TextStyle, wrapSelection } from './message-format.ts'

describe('the preview', () => {
  const stylesOf = (text: string) =>
    formatSpans(text).map(({ text: run, styles }) => [styles.join(' ') || 'plain', run])

  test('the preview shows bold, italic and monospace', () => {
    expect(stylesOf('Hola *Ana*, su _caja_ ```1Z``` va')).toEqual([
      ['plain', 'Hola '],
      ['bold', 'Ana'],
      ['plain', ', su '],
      ['italic', 'caja'],
      ['plain', ' '],
      ['monospace', '1Z'],
      ['plain', ' va'],
    ])
  })

  test.each(['* a*', '*a *', '**', '*a\nb*', '_ a_', '``a``', '2 * 3 * 4'])('the preview leaves %j plain', (text) => {
    expect(stylesOf(text)).toEqual([['plain', text]])
  })

  test.each(['https://x.com/ver_mi_paquete?a=1 y nota_de_hoy', 'ñandú_azul_', '2*3*4', 'a*b*'])(
    'the preview leaves marks inside words and addresses alone: %s',
    (text) => {
      expect(stylesOf(text)).toEqual([['plain', text]])
    },
  )

  test('the preview shows monospace over several lines, and marks inside it as text', () => {
    expect(stylesOf('```a\n*b*```')).toEqual([['monospace', 'a\n*b*']])
    expect(stylesOf('*a ```b* c```')).toEqual([
      ['plain', '*a '],
      ['monospace', 'b* c'],
    ])
  })

  test.each([
    ['_*hola*_', [['italic bold', 'hola']]],
    ['*_hola_*', [['bold italic', 'hola']]],
    [
      '*Lista _su caja_ hoy* ya',
      [
        ['bold', 'Lista '],
        ['bold italic', 'su caja'],
        ['bold', ' hoy'],
        ['plain', ' ya'],
      ],
    ],
    [
      '*guía ```1_Z_*```*',
      [
        ['bold', 'guía '],
        ['bold monospace', '1_Z_*'],
      ],
    ],
  ])('the preview shows nested marks: %s', (text, shown) => {
    expect(stylesOf(text)).toEqual(shown)
  })

  test.each(['*a_b*c_', '*a _b* c_', '_a *b_ c*', '_*_*'])(
    'the preview leaves marks that overlap without nesting as text: %s',
    (text) => {
      expect(stylesOf(text)).toEqual([['plain', text]])
    },
  )

  test('the preview shows marks beside and inside those that overlap without nesting', () => {
    expect(stylesOf('*a _b* c *d* e_ _f_')).toEqual([
      ['plain', '*a _b* c '],
      ['bold', 'd'],
      ['plain', ' e_ '],
      ['italic', 'f'],
    ])
  })

  test('law: the preview leaves out pairs of marks and nothing else', () => {
    const text = fc
      .array(fc.constantFrom('*', '_', '```', '`', 'a', 'ñ', ' ', '\n', '📦'), { maxLength: 40 })
      .map((parts) => parts.join(''))
    const countOf = (sign: string, runs: string) => runs.split(sign).length - 1
    fc.assert(
      fc.property(text, (whole) => {
        const spans = formatSpans(whole)
        const runs = spans.map(({ text: run }) => run)
        expect(runs.every((run) => run !== '')).toBe(true)
        let rest = whole
        for (const run of runs) {
          const [marks = ''] = rest.split(run, 1)
          expect(marks).toMatch(/^[*_`]*$/)
          rest = rest.slice(marks.length + run.length)
        }
        expect(rest).toMatch(/^[*_`]*$/)
        for (const [sign, pair] of Object.entries({ '*': 2, _: 2, '`': 6 })) {
          expect((countOf(sign, whole) - countOf(sign, runs.join(''))) % pair).toBe(0)
        }
      }),
    )
  })

  type Piece = { style?: TextStyle; inner: string | Piece[] }
  const word = fc.stringMatching(/^[a-zñ0-9]{1,6}$/)
  const code = fc.record({ style: fc.constant('monospace' as const), inner: fc.stringMatching(/^[a-z*_ ]{1,6}$/) })
  const plainWord = fc.record({ inner: word })
  const pieces = (arbitrary: fc.Arbitrary<Piece>) => fc.array(arbitrary, { minLength: 1, maxLength: 3 })
  const mark = (style: TextStyle, inner: fc.Arbitrary<Piece>) =>
    fc.record({ style: fc.constant(style), inner: pieces(fc.oneof(plainWord, code, inner)) })
  const nested = pieces(
    fc.oneof(plainWord, code, mark('bold', mark('italic', plainWord)), mark('italic', mark('bold', code))),
  )
  const signs = { bold: '*', italic: '_', monospace: '```' }

  function writePieces(all: readonly Piece[]): string {
    return all
      .map(({ style, inner }) => {
        const sign = style === undefined ? '' : signs[style]
        return sign + (typeof inner === 'string' ? inner : writePieces(inner)) + sign
      })
      .join(' ')
  }

  /** Lists each letter with its styles. */
  function lettersOf(all: readonly Piece[], around: readonly TextStyle[] = []): string[] {
    return all.flatMap(({ style, inner }, index) => {
      const styles = style === undefined ? around : [...around, style]
      const own = typeof inner === 'string' ? [...inner].map((each) => `${each} ${styles}`) : lettersOf(inner, styles)
      return index === 0 ? own : [`  ${around}`, ...own]
    })
  }

  test('law: the preview shows each letter in the styles of the marks around it', () => {
    fc.assert(
      fc.property(nested, (all) => {
        const shown = formatSpans(writePieces(all)).flatMap(({ text, styles }) =>
          [...text].map((each) => `${each} ${styles}`),
        )
        expect(shown).toEqual(lettersOf(all))
      }),
    )
  })
})

describe('a mark around a selection', () => {
  test.each([
    ['bold', 'Hola Ana', 5, 8, 'Hola *Ana*'],
    ['italic', 'Hola Ana', 0, 4, '_Hola_ Ana'],
    ['monospace', 'Hola Ana', 5, 8, 'Hola ```Ana```'],
    ['bold', 'Hola Ana ya', 4, 9, 'Hola *Ana* ya'],
    ['bold', 'Hola', 2, 2, 'Ho**la'],
    ['bold', '   ', 0, 3, '   **'],
    ['bold', 'Hola\nAna ya', 0, 8, '*Hola*\n*Ana* ya'],
    ['italic', 'Hola \n\n Ana', 0, 11, '_Hola_ \n\n _Ana_'],
    ['bold', 'Hola\n', 0, 5, '*Hola*\n'],
    ['monospace', 'Hola\nAna', 0, 8, '```Hola\nAna```'],
  ] as const)('a mark for %s in %j goes around the selection from %d to %d', (style, text, start, end, wrapped) => {
    expect(wrapSelection(text, start, end, style)).toBe(wrapped)
  })

  test('law: a mark adds its two signs and nothing else, and the preview shows the word in that style', () => {
    const word = fc.stringMatching(/^[a-zñ]{1,9}$/)
    const style = fc.constantFrom('bold', 'italic', 'monospace')
    fc.assert(
      fc.property(word, word, word, style, (before, chosen, after, own) => {
        const text = `${before} ${chosen} ${after}`
        const wrapped = wrapSelection(text, before.length, before.length + chosen.length + 2, own)
        expect(wrapped.replace(/[*_`]/g, '')).toBe(text)
        expect(formatSpans(wrapped)).toContainEqual({ text: chosen, styles: [own] })
      }),
    )
  })
})
