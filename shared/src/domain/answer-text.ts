import { listVariables, maxMessageLength, missing, token, toPlain } from './template.ts'

/** docs/product/auto-answers.md, "Texts". */
export const answerVariables = [
  { name: 'nombre_corto', label: 'Nombre corto', sample: 'Guadalupe' },
  { name: 'casillero', label: 'Casillero', sample: 'TRE0031' },
  { name: 'cantidad_listos', label: 'Cantidad de listos', sample: '2 paquetes' },
  {
    name: 'lista_listos',
    label: 'Lista de listos',
    sample: ['• Zapatillas deportivas, US$38.10', '• iPhone 15, US$39.30'],
  },
  { name: 'lista_en_camino', label: 'Lista en camino', sample: 'Lámpara (En aduana), Ropa de bebé (En tránsito)' },
  {
    name: 'lista_fechas',
    label: 'Lista de fechas',
    sample: ['• Lámpara de escritorio: el viernes 27', '• Ropa de bebé: entre el jueves 3 y el lunes 7'],
  },
  { name: 'debe', label: 'Lo que debe', sample: 'C$828.40 + US$24.00' },
  { name: 'a_favor', label: 'Saldo a favor', sample: 'C$128.00' },
  { name: 'horario_hoy', label: 'Horario de hoy', sample: 'hasta las 18:00' },
  { name: 'horario', label: 'Horario', sample: ['Lunes a viernes 8:00 a 18:00', 'Sábado 8:00 a 13:00'] },
  { name: 'ubicacion', label: 'Ubicación', sample: 'De la Rotonda Bello Horizonte 2c al lago, Managua' },
  {
    name: 'direccion',
    label: 'Dirección',
    sample: ['Guadalupe Martínez TRE0031', '8415 NW 66th St', 'Miami, FL 33166', '+1 305 555 0142'],
  },
  { name: 'tarifas', label: 'Tarifas', sample: ['• Aéreo: US$5.50/lb', '• Marítimo: US$2.75/lb'] },
  { name: 'cuentas', label: 'Cuentas para pagar', sample: ['• LAFISE · C$ · 130502847 · Tres Volcanes, S. A.'] },
  { name: 'enlace_mi_casillero', label: 'Enlace a Mi casillero', sample: 'https://tresvolcanes.casillero.com/mi' },
  { name: 'enlace_precios', label: 'Enlace a Tarifas', sample: 'https://tresvolcanes.casillero.com/precios' },
  { name: 'tracking', label: 'Tracking', sample: '92612903118477002199' },
  { name: 'estado', label: 'Estado', sample: 'En aduana, desde ayer' },
  { name: 'nombre_empresa', label: 'Nombre de la empresa', sample: 'Encomiendas Tres Volcanes' },
] as const satisfies readonly { name: string; label: string; sample: string | readonly string[] }[]

export type AnswerVariable = (typeof answerVariables)[number]['name']

export type AnswerValues = Partial<Record<AnswerVariable, string | readonly string[]>>

const known: ReadonlySet<string> = new Set(answerVariables.map(({ name }) => name))
const isVariable = (name: string): name is AnswerVariable => known.has(name)

export const sampleAnswerValues: AnswerValues = Object.fromEntries(
  answerVariables.map(({ name, sample }) => [name, sample]),
)

export const unknownAnswerVariables = (content: string): string[] =>
  listVariables(content).filter((name) => !known.has(name))

const toLines = (value: string | readonly string[] = '') =>
  (typeof value === 'string' ? [value] : value).map(toPlain).filter((line) => line !== '')

/** Names the variables of a text that have no value. */
export const listHoles = (content: string, values: AnswerValues): string[] =>
  listVariables(content).filter((name) => isVariable(name) && toLines(values[name]).length === 0)

/**
 * Replaces in one pass. A line whose variables are all empty is left out; any other empty variable becomes a dash. With `keepsHoles`, empty
 * variables stay, for a person to fill in. docs/product/auto-answers.md, "Texts".
 */
export function renderAnswer(content: string, values: AnswerValues, { keepsHoles = false } = {}): string {
  const fill = (name: string) =>
    isVariable(name) ? toLines(values[name]).join('\n') || (keepsHoles ? undefined : missing) : undefined
  const lines = content.split('\n').flatMap((line) => {
    const names = listVariables(line).filter(isVariable)
    if (!keepsHoles && names.length > 0 && names.every((name) => toLines(values[name]).length === 0)) return []
    return line.replace(token, (whole, name: string) => fill(name.trim()) ?? whole)
  })
  const message = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength - 1).toWellFormed()}…`
}
