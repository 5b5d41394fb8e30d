import { readWords } from '@casillero/shared/domain/read-words'

/** No messages (`out`), again (`in`), or perhaps none (`near`, for a person to ask). */
export type Wish = 'out' | 'in' | 'near' | 'none'

const optOutWords = new Set(['baja', 'stop', 'alto', 'unsubscribe'])
const messageWords = '(?:mensajes?|avisos?|notificaci(?:on|ones)|mensajitos|whatsapps?|publicidad|promociones)'

/** They count anywhere in a short text. */
const optOutPhrases = [
  /^no mas(?: gracias| por favor)*$/,
  /\b(?:dar|darme|darnos|darse|deme|denme|dame|demen|den|de|da|dan|dese|me (?:da|dan|de|den)) de baja\b/,
  new RegExp(`\\bno mas ${messageWords}`),
  new RegExp(
    `\\bno (?:quiero|quisiera|deseo|queremos|necesito)(?: recibir| que me (?:envien|manden))?(?: mas)?(?: (?:sus|esos|estos))? ${messageWords}`,
  ),
  new RegExp(
    `\\bno (?:me |nos )?(?:envi(?:e|en|es)|mand(?:e|en|es)|escrib(?:a|an|as))(?:me|nos)?(?: mas)?(?: (?:sus|esos|estos))? ${messageWords}`,
  ),
  new RegExp(`\\b(?:dejen?|deje|paren?|pare) de (?:enviar|mandar|escribir)(?:me|nos)?(?: mas)?(?: ${messageWords})?`),
]
const nearPhrases = new RegExp(`\\b(?:no|ya no|sin|basta de|quit(?:ar|e|en|enme|eme))\\b.{0,40}\\b${messageWords}`)

const optInPhrase =
  /^(?:hola |buenas )?(?:quiero |deme |denme |dar(?:me)? |solicito )?(?:de |la )?alta(?: (?:por favor|porfa|gracias|de nuevo|otra vez|nuevamente))*$/

const negations = new Set(['no', 'ni', 'nunca', 'sin', 'tampoco'])
/** After these words `alto` and `baja` describe something. */
const describing = new Set(
  'muy mas tan esta estan estaba es son era fue precio precios peso pesos costo costos tarifa tasa planta parte bien demasiado algo un el lo barrio zona calle cuesta sale salio queda quedo casa piso voz nota temporada calidad'.split(
    ' ',
  ),
)
/** After these words `baja` and `alto` mean something else: a lower price, a high cost. */
const beginning = new Set('el la los las un una de del a al en su sus mi costo precio peso nivel'.split(' '))

const longestReply = 4
const longestSentence = 8

function isReply(words: string[]): boolean {
  if (words.every((word) => optOutWords.has(word))) return true
  if (words.length > longestReply || words.some((word) => negations.has(word))) return false
  const [first = '', second = ''] = words
  const [before = '', last = ''] = words.slice(-2)
  if (optOutWords.has(first) && (!beginning.has(second) || new RegExp(`^${messageWords}$`).test(words.at(-1) ?? '')))
    return true
  return optOutWords.has(last) && !describing.has(before)
}

/** `cancelar` alone is ignored: in Nicaragua it means to pay. docs/product/messages.md, "Who gets none". */
export function readWish(text: string): Wish {
  const words = readWords(text)
  if (words.length === 0) return 'none'
  const sentence = words.join(' ')
  if (optInPhrase.test(sentence)) return 'in'
  const isShort = words.length <= longestSentence
  const isRefused = /\bno (?:quiero|deseo|me|nos|por favor|se)?.{0,20}\bbaja\b/.test(sentence)
  if (isShort && !isRefused && optOutPhrases.some((phrase) => phrase.test(sentence))) return 'out'
  if (isReply(words)) return 'out'
  const hasWord = words.some((word) => optOutWords.has(word)) || optOutWords.has(words.join(''))
  return hasWord || nearPhrases.test(sentence) || optOutPhrases.some((phrase) => phrase.test(sentence))
    ? 'near'
    : 'none'
}
