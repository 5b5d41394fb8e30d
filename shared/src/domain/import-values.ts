import { casilleroCode } from './casillero-code.ts'
import { isShortened, plainCode } from './number-marks.ts'
import { plainWords } from './search-text.ts'
import { readTracking } from './tracking-code.ts'

const airNames = new Set([
  'aereo',
  'aerea',
  'aire',
  'air',
  'avion',
  'a',
  'air freight',
  'via aerea',
  'airfreight',
  'express',
])
const seaNames = new Set([
  'maritimo',
  'maritima',
  'mar',
  'sea',
  'ocean',
  'barco',
  'm',
  'oceano',
  'via maritima',
  'ocean freight',
])

export function readMethod(text: string): 'aereo' | 'maritimo' | undefined {
  const words = plainWords(text)
  if (airNames.has(words)) return 'aereo'
  return seaNames.has(words) ? 'maritimo' : undefined
}

/** Returns an equal name, else the only one that begins with the text. */
export function findNamed<T extends { name: string }>(all: readonly T[], text: string): T | undefined {
  const words = plainWords(text)
  if (words === '') return undefined
  const same = all.filter(({ name }) => plainWords(name) === words)
  const found = same.length > 0 ? same : all.filter(({ name }) => plainWords(name).startsWith(words))
  return found.length === 1 ? found[0] : undefined
}

/** Fifteen digits, then zeros. A single zero is common in real numbers. */
const filledUp = /^[1-9]\d{14}0{2,}$/

/** `9.40011E+21`, or `9400110200881230000000`, whose check digit fits no carrier. */
export function hasLostDigits(text: string): boolean {
  if (isShortened(text)) return true
  const plain = plainCode(text).replace(/\s|(?<=\d)[-.,'](?=\d)/g, '')
  if (!filledUp.test(plain)) return false
  const { tracking, carrier } = readTracking(plain)
  return carrier === null || /^0+$/.test(tracking)
}

const sheetErrors =
  /^(?:#[¡¿]?\p{Lu}[\p{Lu}\d/_. ]*[!?]|#\p{Lu}\/\p{Lu}{1,2}|#NV|#GETTING_DATA|#OBTENIENDO_DATOS|#{3,}|Err:\d{3})$/u

/** `#N/A`, `#¡REF!`, `#DIV/0!`; or a cell that is too narrow, `####`. */
export const isSheetError = (text: string): boolean =>
  /^[#E]/.test(text) && sheetErrors.test(text.normalize('NFC').trim())

const words = [
  'null|nil|nan|none|undefined|n/?[ad]|n\\.[ad]\\.?|s/[nd]|\\\\n|vac[ií]o|en blanco|blank|empty|tbd|tba|unknown|desconocid[oa]',
  'ningun[oa]|no (?:aplica|disponible|tiene|trae|hay|data|info|registra|name)|not (?:available|applicable)',
  'por (?:asignar|definir|confirmar)',
  `(?:sin|no|without)(?: n[uú]mero)?(?: de)? (?:tracking|gu[ií]as?|rastreo|awb|wr|n[uú]mero|number|nombre|dueño|cliente|casillero|datos?|info
  |informaci[oó]n|correo|e?mail|tel[eé]fono|direcci[oó]n|c[eé]dula|peso|medidas|descripci[oó]n|valor|c[oó]digo|asignar|definir|especificar
  |identificar|etiqueta|label|comentarios?|notas?|observaci[oó]n(?:es)?)`.replace(/\s*\n\s*/g, ''),
]
const nothing = new RegExp(`^(?:[-–—_.·*?/\\s]+|x{3,}|[(<[{]?(?:${words.join('|')})[.)>\\]}]?)$`, 'i')
const longestNothing = 40

/** What programs and people write into a cell that has no value: `NULL`, `N/A`, `\\N`, `S/N`, `SIN TRACKING`. */
export const isNothing = (text: string): boolean =>
  text.length <= longestNothing && (text === '' || nothing.test(text.normalize('NFC').trim()))

/** A number that stands for none. */
export const isNoCode = (text: string): boolean => /^(?:0+|pendiente)$/i.test(text) || isNothing(text)

/** Accepts `TRE 31`, `tre-0031` and, with the company's prefix, `31`. docs/product/imports.md, "Clients". */
export function readCasillero(text: string, prefix: string): { casillero: string; number: number } | undefined {
  const [, letters, digits = ''] = /^([a-z]{2,5})?[\s.#:_-]{0,3}(\d{1,6})$/i.exec(text.trim()) ?? []
  const number = Number(digits)
  return number > 0 ? { casillero: casilleroCode((letters ?? prefix).toUpperCase(), number), number } : undefined
}
