import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerDefaults, matchAnswer } from './auto-answers.ts'
import { listNamedTrackings } from './named-tracking.ts'
import { isPlainQuestion, isPlainWish } from './plain-question.ts'

const rules = answerDefaults.map(({ key, words }) => ({ key, words, isOn: true }))

/** Says whether a rule answers a text, and whether that is enough. */
function judge(text: string): 'attended' | 'waits' | 'unanswered' {
  const key = matchAnswer(rules, { text, kind: 'text', owes: true, isClosed: false })
  const rule = rules.find((one) => one.key === key)
  if (!rule) return 'unanswered'
  const number = key === 'tracking' ? listNamedTrackings(text).join(' ') || undefined : undefined
  return isPlainQuestion(rule, text, number) ? 'attended' : 'waits'
}

const questions = [
  ...answerDefaults.filter(({ words }) => words.length > 0).map(({ question }) => question),
  ...answerDefaults.flatMap(({ words }) => [...words]),
  'Buenas tardes, ¿ya vino mi paquete?',
  'Buenos días, cuánto debo',
  '¿Dónde están mis paquetes?',
  'Quiero saber mi saldo por favor',
  'me puede pasar mi dirección',
  'a que hora abren mañana',
  '1Z999AA10123456784',
  'Hola, mi guía es 1Z 999 AA1 01 2345 6784',
  'mi compra es TBA309482119977',
]

test.each(questions)('«%s» is the question of its rule and nothing else', (text) => {
  expect(judge(text)).toBe('attended')
})

const grave = [
  'Me robaron mi paquete',
  'Ya le pagué mi saldo ayer',
  'Quiero hablar con una persona sobre mi paquete',
  'Mi paquete vino roto',
  'ya llego pero todo dañado mi paquete',
  'Se perdió mi paquete',
  'No llegó mi paquete',
  'mi paquete aun no ha llegado',
  'Quiero poner un reclamo por mi paquete',
  'tengo una queja de mi cuenta',
  'Ya deposité lo de mi cuenta',
  'ya transferi mi saldo',
  'ya cancele mi saldo',
  'Me cobraron de más en mi cuenta',
  'cambiar mi dirección',
  'Mi paquete está equivocado',
  'Falta uno de mis paquetes',
  'quiero devolver mi paquete',
  'URGENTE mi paquete',
  'que mal servicio, donde esta mi paquete',
  'alguien me atiende por mi paquete',
  'llámenme por mi paquete',
  'mi paquete no me robaron',
  '¿me robaron mi paquete?',
  '¿Mi paquete vino mojado?',
  'mi paquete lo retira otra persona',
  'mi paquete 😡',
  'ese no es mi paquete',
  'mi paquete es de mi hermana',
  'me manda mi paquete a Estelí',
  'ya mandé el comprobante de mi saldo',
  'mi saldo esta malo',
  'mi cuenta de banco',
  'donde esta el gerente',
  'dónde están mis reales',
  'cuánto debo y ya vino mi paquete',
  'mi saldo y a que hora abren',
  'mi dirección y mis paquetes',
  'Hola buenas tardes, cuánto debo y a qué hora abren',
  'hola hola hola hola hola hola mi paquete',
  'a que hora llega mi paquete',
  'me robaron 1Z999AA10123456784',
  '1Z999AA10123456784 pesaba 12 libras',
  'ya vino mi paquete 1Z999AA10123456784',
]

test.each(grave)('«%s» is left for a person, whatever a rule answers', (text) => {
  expect(judge(text)).toBe('waits')
})

describe('for any text', () => {
  const words =
    'robaron perdió dañado roto reclamo queja pagué deposité transferí persona humano alguien hablar llamar cambiar equivocado falta devolver cobraron urgente mal no nunca'

  test('a question with one more word that needs a person is left for one, wherever it stands and however it is written', () => {
    const written = fc.constantFrom(
      (word: string) => word,
      (word: string) => word.toUpperCase(),
      (word: string) => word.normalize('NFD').replace(/\p{M}/gu, ''),
      (word: string) => `¿${word}?`,
    )
    fc.assert(
      fc.property(
        ...[fc.constantFrom(...questions), fc.constantFrom(...words.split(' ')), written, fc.nat()],
        (question, word, write, at) => {
          const spoken = question.split(' ')
          spoken.splice(at % (spoken.length + 1), 0, write(word))
          return judge(spoken.join(' ')) !== 'attended'
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a text beside the words of a rule that a company chose is left for a person, and so is a grave word among them', () => {
    const own = { key: 'hours', words: ['dónde los encuentro', 'hablar con alguien'] } as const
    expect(isPlainQuestion(own, '¿Dónde los encuentro?')).toBe(true)
    expect(isPlainQuestion(own, 'quiero hablar con alguien')).toBe(false)
    expect(isPlainQuestion(own, 'dónde los encuentro para demandarlos')).toBe(false)
  })
})

test.each([
  ['BAJA', true],
  ['Por favor no me envíen más mensajes', true],
  ['Ya no quiero recibir más avisos, gracias', true],
  ['baja, me robaron', false],
  ['no más mensajes, ya pagué', false],
  ['dar de baja mi casillero', false],
])('the wish «%s» says nothing else: %s', (text, isPlain) => {
  expect(isPlainWish(text)).toBe(isPlain)
})
