import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatSpans } from './message-format.ts'
import {
  completeTemplate,
  renderTemplate,
  sampleValues,
  type TemplateValues,
  type TemplateVariable,
  templateGroups,
  unknownVariables,
} from './template.ts'

const names: TemplateVariable[] = templateGroups.flatMap(({ variables }) => variables.map(({ name }) => name))

describe('a message', () => {
  test('a message has the values in the places of the variables, with or without spaces inside the braces', () => {
    const values = { nombre_cliente: 'Ana Núñez', tracking: '1Z9' }
    expect(renderTemplate('Hola {{nombre_cliente}}: {{ tracking }} y {{\ttracking\n}}', values)).toBe(
      'Hola Ana Núñez: 1Z9 y 1Z9',
    )
  })

  test('a message keeps the marks, lines and emoji of its template', () => {
    expect(renderTemplate('*Listo* ✅\n\n_{{peso}}_ ```{{tracking}}```', { peso: '2 lb', tracking: '1Z' })).toBe(
      '*Listo* ✅\n\n_2 lb_ ```1Z```',
    )
  })

  test('the text of the access without its code gets a line with it, one that has it and other texts stay', () => {
    const preview = (key: string, content: string) => renderTemplate(completeTemplate(key, content), sampleValues)
    expect(preview('access', 'Entre: {{ enlace }}')).toMatch(/^Entre: https:.*\n\nSi lo abre desde .*: \*482913\*$/)
    expect(preview('access', 'Su código: {{ codigo }}')).toBe('Su código: 482913')
    expect(preview('received', 'Llegó')).toBe('Llegó')
  })

  test.each([
    ['a variable', '{{tracking}}', '{{tracking}}'],
    ['another variable', '{{peso}}', '{{peso}}'],
    ['patterns of a replacement', "$& $1 $$ $` $'", `$& $1 $$ $ˋ $'`],
    ['bold', '*gratis*', '∗gratis∗'],
    ['triple backticks', '```', 'ˋˋˋ'],
    ['italic and strike', '_a_ ~b~', '＿a＿ ∼b∼'],
    ['a direction', 'abc\u202ecba\u2066x\u2069\u200f', 'abccbax'],
    ['lines', 'uno\ndos\r\n\ttres\u2028cuatro', 'uno dos tres cuatro'],
    ['control characters', 'a\u0000b\u001b[31mc\u0085', 'a b [31mc'],
    ['decomposed letters', 'Nu\u0301n\u0303ez', 'Núñez'],
    ['markup', '<b onclick=x>', '<b onclick=x>'],
    ['nothing', '', '—'],
    ['removed characters only', '\u202e\u0000 ', '—'],
  ])('a message has a value with %s as text', (_, value, shown) => {
    expect(renderTemplate('[{{tracking}}]', { tracking: value, peso: 'no' })).toBe(`[${shown}]`)
  })

  test('a message has a dash for a missing value, and leaves unknown variables as they are', () => {
    expect(renderTemplate('{{peso}} {{nada}} {peso} {{constructor}} {{__proto__}}', {})).toBe(
      '— {{nada}} {peso} {{constructor}} {{__proto__}}',
    )
  })

  test('a message is never longer than WhatsApp accepts', () => {
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

  test('law: each value stands in its own place only, with any other values', () => {
    const values = fc.record(Object.fromEntries(names.map((name) => [name, value])))
    fc.assert(
      fc.property(values, fc.array(fc.constantFrom(...names), { maxLength: 20 }), (all: TemplateValues, order) => {
        const separate = order.map((name) => renderTemplate(`{{${name}}}`, { [name]: all[name] }))
        const whole = renderTemplate(order.map((name) => `{{${name}}}`).join('\n'), all)
        expect(whole).toBe(separate.join('\n'))
      }),
    )
  })

  test('law: a template without variables stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4096 }), (text) => {
        fc.pre(!text.includes('{{'))
        expect(renderTemplate(text, sampleValues)).toBe(text)
      }),
    )
  })
})

describe('variables', () => {
  test('the variables that exist are in the groups of the editor, once each, with a sample', () => {
    expect(new Set(names).size).toBe(names.length)
    expect(unknownVariables(names.map((name) => `{{${name}}}`).join(' '))).toEqual([])
    for (const name of names) expect(renderTemplate(`{{${name}}}`, sampleValues)).not.toBe('—')
  })

  test('the variables that do not exist are listed once each, in order', () => {
    expect(unknownVariables('{{saldo}} {{tracking}} {{ Peso }} {{saldo}} {{toString}}')).toEqual([
      'saldo',
      'Peso',
      'toString',
    ])
  })

  test.each(['{{tracking}', '{tracking}', '{{ {tracking} }}', '}}{{'])('the text %j has no variables', (text) => {
    expect(unknownVariables(text)).toEqual([])
  })
})
