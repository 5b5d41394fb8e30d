import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatSpans,
  renderTemplate,
  sampleValues,
  type TemplateValues,
  type TemplateVariable,
  type TextStyle,
  templateGroups,
  unknownVariables,
  wrapSelection,
} from './template.ts'

function readingTime(text: string): number {
  const start = performance.now()
  unknownVariables(text)
  renderTemplate(text, sampleValues)
  formatSpans(text)
  return performance.now() - start
}

const names: TemplateVariable[] = templateGroups.flatMap(({ variables }) => variables.map(({ name }) => name))

describe('a message made of a text', () => {
  test('a message made of a text holds the values where the variables were, spaces inside the braces or not', () => {
    const values = { nombre_cliente: 'Ana Núñez', tracking: '1Z9' }
    expect(renderTemplate('Hola {{nombre_cliente}}: {{ tracking }} y {{\ttracking\n}}', values)).toBe(
      'Hola Ana Núñez: 1Z9 y 1Z9',
    )
  })

  test('a message made of a text keeps its own marks, lines and emoji', () => {
    expect(renderTemplate('*Listo* ✅\n\n_{{peso}}_ ```{{tracking}}```', { peso: '2 lb', tracking: '1Z' })).toBe(
      '*Listo* ✅\n\n_2 lb_ ```1Z```',
    )
  })

  test.each([
    ['a variable', '{{tracking}}', '{{tracking}}'],
    ['another variable', '{{peso}}', '{{peso}}'],
    ['what a replacement would read', "$& $1 $$ $` $'", `$& $1 $$ $ˋ $'`],
    ['bold', '*gratis*', '∗gratis∗'],
    ['triple backticks', '```', 'ˋˋˋ'],
    ['italic and strike', '_a_ ~b~', '＿a＿ ∼b∼'],
    ['a direction', 'abc\u202ecba\u2066x\u2069\u200f', 'abccbax'],
    ['lines', 'uno\ndos\r\n\ttres\u2028cuatro', 'uno dos tres cuatro'],
    ['control characters', 'a\u0000b\u001b[31mc\u0085', 'a b [31mc'],
    ['decomposed letters', 'Nu\u0301n\u0303ez', 'Núñez'],
    ['markup', '<b onclick=x>', '<b onclick=x>'],
    ['nothing', '', '—'],
    ['only what is taken out', '\u202e\u0000 ', '—'],
  ])('a message made of a text takes a value with %s as text', (_, value, shown) => {
    expect(renderTemplate('[{{tracking}}]', { tracking: value, peso: 'no' })).toBe(`[${shown}]`)
  })

  test('a message made of a text says so where a value is missing, and leaves what is no variable', () => {
    expect(renderTemplate('{{peso}} {{nada}} {peso} {{constructor}} {{__proto__}}', {})).toBe(
      '— {{nada}} {peso} {{constructor}} {{__proto__}}',
    )
  })

  test('a message made of a text is never longer than WhatsApp takes', () => {
    const long = renderTemplate('{{contenido}}', { contenido: '📦'.repeat(40_000) })
    expect(long).toHaveLength(65_536)
    expect(long.isWellFormed()).toBe(true)
    expect(long.endsWith('…')).toBe(true)
  })

  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(fc.constantFrom('{{tracking}}', '$&', '$1', '```', '*', '_', '~', '\u202e', '\n', 'a', ' '), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  )

  test('law: a value can neither format nor break its line nor turn the reading direction', () => {
    fc.assert(
      fc.property(value, (text) => {
        const message = renderTemplate('a {{tracking}} b', { tracking: text })
        expect(message.startsWith('a ') && message.endsWith(' b')).toBe(true)
        expect(message).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
        expect(formatSpans(message).filter(({ styles }) => styles.length > 0)).toEqual([])
      }),
    )
  })

  test('law: each value stands in its own place only, whatever the others hold', () => {
    const values = fc.record(Object.fromEntries(names.map((name) => [name, value])))
    fc.assert(
      fc.property(values, fc.array(fc.constantFrom(...names), { maxLength: 20 }), (all: TemplateValues, order) => {
        const separate = order.map((name) => renderTemplate(`{{${name}}}`, { [name]: all[name] }))
        const whole = renderTemplate(order.map((name) => `{{${name}}}`).join('\n'), all)
        expect(whole).toBe(separate.join('\n'))
      }),
    )
  })

  test('law: a text without variables stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4096 }), (text) => {
        fc.pre(!text.includes('{{'))
        expect(renderTemplate(text, sampleValues)).toBe(text)
      }),
    )
  })
})

describe('variables', () => {
  test('variables that exist are in the groups of the editor, once each, with a sample', () => {
    expect(new Set(names).size).toBe(names.length)
    expect(unknownVariables(names.map((name) => `{{${name}}}`).join(' '))).toEqual([])
    for (const name of names) expect(renderTemplate(`{{${name}}}`, sampleValues)).not.toBe('—')
  })

  test('variables that do not exist are named once each, in their order', () => {
    expect(unknownVariables('{{saldo}} {{tracking}} {{ Peso }} {{saldo}} {{toString}}')).toEqual([
      'saldo',
      'Peso',
      'toString',
    ])
  })

  test.each(['{{tracking}', '{tracking}', '{{ {tracking} }}', '}}{{'])('the text %j has no variables', (text) => {
    expect(unknownVariables(text)).toEqual([])
  })

  test.each([
    ['spaces after braces', `{{${' '.repeat(4094)}`],
    ['spaces and a letter', `{{${' '.repeat(2000)}x${' '.repeat(2000)}`],
    ['braces', '{{'.repeat(2048)],
    ['stars', '*'.repeat(4096)],
    ['a star and spaces', `*a${' '.repeat(4094)}`],
    ['stars apart', '* '.repeat(2048)],
    ['underscores and letters', '_a'.repeat(2048)],
    ['backticks', '``'.repeat(2048)],
    ['marks that cross', '*a _b* c_ '.repeat(409)],
  ])('a text of %s takes at most 500 times as long to read as a plain text of the same length', (_, text) => {
    const plain = 'Hola a '.repeat(585)
    let [worst, usual] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    // The fastest of a few tries: on a busy machine any single one may have waited.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      worst = Math.min(worst, readingTime(text))
      usual = Math.min(usual, readingTime(plain))
      if (worst <= 500 * usual) break
    }
    expect(worst / usual).toBeLessThanOrEqual(500)
  })
})

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
    'leaves the marks inside words and addresses alone: %s',
    (text) => {
      expect(stylesOf(text)).toEqual([['plain', text]])
    },
  )

  test('the preview takes monospace over lines, and marks inside it as text', () => {
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
  ])('the preview shows marks in one another: %s', (text, shown) => {
    expect(stylesOf(text)).toEqual(shown)
  })

  test.each(['*a_b*c_', '*a _b* c_', '_a *b_ c*', '_*_*'])(
    'leaves marks that end inside one another as text: %s',
    (text) => {
      expect(stylesOf(text)).toEqual([['plain', text]])
    },
  )

  test('the preview shows what is marked beside marks that cross, and inside what is left of them', () => {
    expect(stylesOf('*a _b* c *d* e_ _f_')).toEqual([
      ['plain', '*a _b* c '],
      ['bold', 'd'],
      ['plain', ' e_ '],
      ['italic', 'f'],
    ])
  })

  test('law: what is left out of a text is pairs of marks', () => {
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
  const marked = (style: TextStyle, inner: fc.Arbitrary<Piece>) =>
    fc.record({ style: fc.constant(style), inner: pieces(fc.oneof(plainWord, code, inner)) })
  const nested = pieces(
    fc.oneof(plainWord, code, marked('bold', marked('italic', plainWord)), marked('italic', marked('bold', code))),
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

  /** Each letter with the styles that it stands in. */
  function lettersOf(all: readonly Piece[], around: readonly TextStyle[] = []): string[] {
    return all.flatMap(({ style, inner }, index) => {
      const styles = style === undefined ? around : [...around, style]
      const own = typeof inner === 'string' ? [...inner].map((each) => `${each} ${styles}`) : lettersOf(inner, styles)
      return index === 0 ? own : [`  ${around}`, ...own]
    })
  }

  test('law: whatever is written in one another is shown so, letter by letter', () => {
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
  ] as const)('%s of %j from %d to %d', (style, text, start, end, wrapped) => {
    expect(wrapSelection(text, start, end, style)).toBe(wrapped)
  })

  test('law: a mark adds its two characters and nothing else, and the preview shows a word in that style', () => {
    const word = fc.stringMatching(/^[a-zñ]{1,9}$/)
    const style = fc.constantFrom('bold', 'italic', 'monospace')
    fc.assert(
      fc.property(word, word, word, style, (before, chosen, after, wanted) => {
        const text = `${before} ${chosen} ${after}`
        const wrapped = wrapSelection(text, before.length, before.length + chosen.length + 2, wanted)
        expect(wrapped.replace(/[*_`]/g, '')).toBe(text)
        expect(formatSpans(wrapped)).toContainEqual({ text: chosen, styles: [wanted] })
      }),
    )
  })
})
