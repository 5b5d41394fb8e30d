import type { AnswerVariable } from './answer-text.ts'
import { listNamedTrackings } from './named-tracking.ts'
import { readWords } from './read-words.ts'

type AnswerDefault = {
  key: string
  name: string
  /** Empty if the rule depends on something else. */
  words: readonly string[]
  content: string
  question: string
  variables: readonly AnswerVariable[]
}

const about = ['nombre_corto', 'casillero', 'nombre_empresa', 'horario_hoy', 'enlace_mi_casillero'] as const

/** docs/product/auto-answers.md, "Rules". */
export const answerDefaults = [
  {
    key: 'arrival',
    name: 'Cuándo viene',
    words: [
      ...['cuándo viene', 'cuándo vienen', 'cuándo llega', 'cuándo llegan', 'cuándo me llega', 'cuándo estará'],
      ...['cuándo va a venir', 'cuándo va a llegar', 'para cuándo', 'qué día viene', 'qué día llega'],
      ...['fecha de llegada', 'en cuánto tiempo', 'cuánto tarda'],
    ],
    content: '{{nombre_corto}}, esto es lo que esperamos:\n{{lista_fechas}}\n\nLe avisamos en cuanto esté listo.',
    question: '¿Cuándo viene mi paquete?',
    variables: [...about, 'lista_fechas', 'cantidad_listos', 'lista_listos', 'lista_en_camino'],
  },
  {
    key: 'packages',
    name: 'Mis paquetes',
    words: [
      ...['ya vino', 'mi paquete', 'mis paquetes', 'ya llegó', 'dónde está', 'paquetes', 'mi caja', 'mis cajas'],
      ...['mi encomienda', 'tengo algo', 'hay algo mío', 'me vino', 'me llegó'],
    ],
    content:
      '{{nombre_corto}}, para retirar: *{{cantidad_listos}}*\n{{lista_listos}}\n\nEn camino: {{lista_en_camino}}\nAbrimos {{horario_hoy}}.',
    question: 'Buenas, ¿ya vino mi paquete?',
    variables: [...about, 'cantidad_listos', 'lista_listos', 'lista_en_camino', 'debe', 'a_favor'],
  },
  {
    key: 'price',
    name: 'Precio',
    words: [
      ...['precio', 'precios', 'tarifa', 'tarifas', 'cuánto cuesta', 'cuánto vale', 'cuánto cobran', 'cuánto sale'],
      ...['cuánto es la libra', 'cuánto la libra', 'a cómo la libra', 'a cuánto la libra', 'costo por libra'],
    ],
    content:
      '{{nombre_corto}}, estos son sus precios:\n{{tarifas}}\n\nEl total depende del peso o del tamaño del paquete.\nCalcule el suyo: {{enlace_precios}}',
    question: '¿Qué precio tiene la libra?',
    variables: [...about, 'tarifas', 'enlace_precios'],
  },
  {
    key: 'debts',
    name: 'Cuánto debo',
    words: [
      ...[
        'cuánto debo',
        'cuánto le debo',
        'cuánto les debo',
        'cuánto tengo que pagar',
        'mi saldo',
        'mi cuenta',
        'saldo',
      ],
      ...['qué debo', 'cuánto es', 'cuánto sería', 'cuánto hay que pagar', 'debo algo', 'mi deuda'],
    ],
    content: '{{nombre_corto}}, por pagar: *{{debe}}*\nA favor: {{a_favor}}\n\nEl detalle: {{enlace_mi_casillero}}',
    question: '¿Cuánto debo?',
    variables: [...about, 'debe', 'a_favor', 'cantidad_listos', 'lista_listos'],
  },
  {
    key: 'address',
    name: 'Mi dirección',
    words: ['mi dirección', 'dirección de Miami', 'dirección en Miami', 'mi casillero', 'a qué dirección'],
    content: '{{nombre_corto}}, esta es su dirección en EE. UU.:\n\n{{direccion}}',
    question: '¿Me da mi dirección de Miami?',
    variables: [...about, 'direccion'],
  },
  {
    key: 'hours',
    name: 'Horario y ubicación',
    words: [
      ...['horario', 'a qué hora', 'están abiertos', 'dónde quedan', 'dónde están', 'ubicación', 'hasta qué hora'],
      ...['dónde retiro', 'dónde recojo', 'dónde puedo retirar', 'dónde queda', 'atienden hoy', 'abren hoy'],
    ],
    content: '*{{nombre_empresa}}*\n{{ubicacion}}\n\n{{horario}}\nAbrimos {{horario_hoy}}.',
    question: '¿A qué hora cierran?',
    variables: [...about, 'horario', 'ubicacion'],
  },
  {
    key: 'accounts',
    name: 'Cómo pagar',
    words: [
      ...[
        'cómo pagar',
        'dónde pagar',
        'cómo pago',
        'dónde pago',
        'cómo puedo pagar',
        'dónde puedo pagar',
        'cómo le pago',
      ],
      ...['dónde deposito', 'a qué cuenta', 'número de cuenta', 'números de cuenta', 'cuenta bancaria'],
      ...['cuentas bancarias', 'cuenta de banco', 'cuenta para depositar', 'cuenta para transferir', 'datos bancarios'],
    ],
    content: '{{nombre_corto}}, puede pagar en estas cuentas:\n{{cuentas}}\n\nEnvíenos el comprobante por aquí.',
    question: '¿Cómo puedo pagar?',
    variables: [...about, 'cuentas', 'debe', 'a_favor'],
  },
  {
    key: 'tracking',
    name: 'Un tracking',
    words: [],
    content: '{{tracking}}: *{{estado}}*',
    question: '1Z999AA10123456784',
    variables: [...about, 'tracking', 'estado'],
  },
  {
    key: 'voucher',
    name: 'Un comprobante',
    words: [],
    content: '{{nombre_corto}}, recibimos su archivo. Si es un comprobante, lo verificamos y le avisamos.',
    question: '[Imagen]',
    variables: [...about, 'debe', 'a_favor'],
  },
  {
    key: 'closed',
    name: 'Fuera de horario',
    words: [],
    content: 'Gracias por escribir. Ahora estamos cerrados; abrimos {{horario_hoy}} y le contestamos.',
    question: 'Buenas noches',
    variables: [...about, 'horario', 'ubicacion'],
  },
] as const satisfies readonly AnswerDefault[]

export type AnswerKey = (typeof answerDefaults)[number]['key']
export const answerKeys = answerDefaults.map(({ key }) => key)

export function findAnswerDefault(key: AnswerKey): AnswerDefault & { key: AnswerKey } {
  const found = answerDefaults.find((one) => one.key === key)
  if (!found) throw new TypeError(`There is no rule ${key}`)
  return found
}

const mostWordsRead = 12

export type AnswerRule = { key: AnswerKey; isOn: boolean; words: readonly string[] }

type AnsweredMessage = {
  text: string
  /** `other`, such as audio or a place, needs a person. */
  kind: 'text' | 'file' | 'other'
  owes: boolean
  /** True outside the company's opening hours, if it has any. */
  isClosed: boolean
}

/** Normalises a rule's words for comparison: without accents, capitals and punctuation. */
const toPhrase = (word: string): string => readWords(word).join(' ')

function fits({ key, words }: AnswerRule, { text, kind, owes }: AnsweredMessage): boolean {
  if (key === 'closed') return false
  if (key === 'voucher') return kind === 'file' && owes
  // The caption of a payment proof, such as `pago de mi cuenta`, is not a question.
  if (kind !== 'text') return false
  const read = readWords(text)
  if (read.length === 0 || read.length > mostWordsRead) return false
  if (key === 'tracking') return listNamedTrackings(text).length > 0
  const sentence = ` ${read.join(' ')} `
  return words.map(toPhrase).some((phrase) => phrase !== '' && sentence.includes(` ${phrase} `))
}

/**
 * Returns the first active rule that fits, else the one for closed hours. Undefined if a person must answer.
 * docs/product/auto-answers.md, "Rules".
 */
export function matchAnswer(rules: readonly AnswerRule[], message: AnsweredMessage): AnswerKey | undefined {
  const on = rules.filter(({ isOn }) => isOn)
  const first = on.find((rule) => fits(rule, message))
  if (first) return first.key
  return message.isClosed ? on.find(({ key }) => key === 'closed')?.key : undefined
}

/**
 * `wins` names the rule that answers; inactive rules are ignored.
 * @param rules in their order
 */
export function findRival(
  rules: readonly AnswerRule[],
  key: AnswerKey,
  word: string,
): { rival: AnswerKey; wins: AnswerKey } | undefined {
  const phrase = toPhrase(word)
  const having = rules.filter(
    (rule) => rule.key === key || (rule.isOn && rule.words.some((other) => toPhrase(other) === phrase)),
  )
  const rival = having.find((rule) => rule.key !== key)
  const [first] = having
  return rival && first ? { rival: rival.key, wins: first.key } : undefined
}

export const isSameWord = (one: string, other: string): boolean => toPhrase(one) === toPhrase(other)

/** Requires a letter or digit, and no more words than are read of a message. */
export function isAnswerWord(word: string): boolean {
  const { length } = readWords(word)
  return length > 0 && length <= mostWordsRead
}
