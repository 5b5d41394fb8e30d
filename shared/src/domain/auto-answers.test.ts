import { describe, expect, test } from 'vitest'
import { renderAnswer, sampleAnswerValues, unknownAnswerVariables } from './answer-text.ts'
import { type AnswerKey, answerDefaults, findAnswerDefault, findRival, matchAnswer } from './auto-answers.ts'
import { listNamedTrackings } from './named-tracking.ts'

const allOn = answerDefaults.map(({ key, words }) => ({ key, words, isOn: true }))
const ask = (
  text: string,
  more: { kind?: 'text' | 'file' | 'other'; owes?: boolean; isClosed?: boolean } = {},
  rules = allOn,
) => matchAnswer(rules, { text, kind: 'text', owes: false, isClosed: false, ...more })

describe('the rule that answers', () => {
  test.each<[string, AnswerKey | undefined]>([
    ['Buenas, ¿YA VINO mi paquete?', 'packages'],
    ['donde esta', 'packages'],
    ['donde estan ubicados', 'hours'],
    ['Cuanto debo?', 'debts'],
    ['me da la dirección de miami porfa', 'address'],
    ['a que hora abren', 'hours'],
    ['que debo', 'debts'],
    ['precio', 'price'],
    ['cuanto es la libra', 'price'],
    ['Buenas, ¿cuánto cuesta traer una caja?', 'price'],
    ['dónde puedo pagar', 'accounts'],
    ['a que cuenta le deposito', 'accounts'],
    ['número de cuenta', 'accounts'],
    ['cuánto es', 'debts'],
    ['donde retiro', 'hours'],
    ['tienen mi caja?', 'packages'],
    ['¿Cuándo viene mi paquete?', 'arrival'],
    ['cuando me llega el pedido', 'arrival'],
    ['1Z999AA10123456784', 'tracking'],
    ['hola, mi guía es 1Z999AA10123456784.', 'tracking'],
    ['los empaquetes', undefined],
    ['saldos', undefined],
    ['hola', undefined],
    ['', undefined],
    ['una dos tres cuatro cinco seis siete ocho nueve diez once mi paquete', undefined],
  ])('the message «%s» is answered by %s', (text, key) => {
    expect(ask(text)).toBe(key)
  })

  test('the first rule that is on wins, in the order of the company', () => {
    const text = 'cuanto debo por mi paquete'
    expect(ask(text)).toBe('packages')
    expect(ask(text, {}, allOn.toReversed())).toBe('debts')
    const withoutFirst = allOn.map((rule) => (rule.key === 'packages' ? { ...rule, isOn: false } : rule))
    expect(ask(text, {}, withoutFirst)).toBe('debts')
  })

  test('a file answers as a voucher where the client owes and by its caption never, and closed hours answer what nothing else does', () => {
    for (const caption of ['', 'Pago de mi cuenta', 'Aquí el comprobante de mi paquete', '1Z999AA10123456784']) {
      expect(ask(caption, { kind: 'file', owes: true }), caption).toBe('voucher')
      expect(ask(caption, { kind: 'file' }), caption).toBeUndefined()
      expect(ask(caption, { kind: 'other', owes: true }), caption).toBeUndefined()
    }
    expect(ask('hola', { isClosed: true })).toBe('closed')
    expect(ask('mis paquetes', { isClosed: true }, allOn.toReversed())).toBe('packages')
  })

  test('two rules with one word name the one that wins, while both are on', () => {
    const rules = allOn.map((rule) => (rule.key === 'debts' ? { ...rule, words: ['Mi Paquete'] } : rule))
    expect(findRival(rules, 'debts', 'Mi Paquete')).toEqual({ rival: 'packages', wins: 'packages' })
    expect(findRival(rules, 'packages', 'mi paquete')).toEqual({ rival: 'debts', wins: 'packages' })
    expect(findRival(rules, 'packages', 'ya vino')).toBeUndefined()
    const off = rules.map((rule) => (rule.key === 'packages' ? { ...rule, isOn: false } : rule))
    expect(findRival(off, 'debts', 'mi paquete')).toBeUndefined()
  })
})

test.each<[string, string[]]>([
  ['1Z 999 AA1 01 2345 6784', ['1Z999AA10123456784']],
  ['mi número 9400 1118 9952 6018 1590 83 gracias', ['9400111899526018159083']],
  ['(YT2412345678901234)', ['YT2412345678901234']],
  ['123456789012345678', ['123456789012345678']],
  ['deposité con 123456789013', []],
  ['mi cédula 001-010190-0000A', []],
  ['+505 8690 4417', []],
  ['50586904417', []],
  ['1Z999AA10123456784 y YT2412345678901234', ['1Z999AA10123456784', 'YT2412345678901234']],
  ['TBA502887274000\nTBA502887274001', ['TBA502887274000', 'TBA502887274001']],
  ['DEM0001', []],
])('the trackings that «%s» names are %j', (text, trackings) => {
  expect(listNamedTrackings(text)).toEqual(trackings)
})

test('every default text has known variables of its own rule, and a line without values is left out', () => {
  for (const { content, variables } of answerDefaults) {
    expect(unknownAnswerVariables(content)).toEqual([])
    const rendered = renderAnswer(
      content,
      Object.fromEntries(Object.entries(sampleAnswerValues).filter(([name]) => variables.some((own) => own === name))),
    )
    expect(rendered).not.toContain('—')
  }
  const none = { nombre_corto: 'Ana', cantidad_listos: 'ninguno', lista_listos: [], horario_hoy: 'hasta las 17:00' }
  expect(renderAnswer(findAnswerDefault('packages').content, none)).toBe(
    'Ana, para retirar: *ninguno*\n\nAbrimos hasta las 17:00.',
  )
  expect(renderAnswer('{{lista_listos}} y {{debe}}', { lista_listos: ['*a*', '{{debe}}'] })).toBe('∗a∗\n{{debe}} y —')
})
