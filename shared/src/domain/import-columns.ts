import { findByWords } from './heading-words.ts'
import { type ImportKind, importFields, importLabel } from './import-fields.ts'
import { isNothing } from './import-values.ts'
import { readDate } from './read-date.ts'
import { findLengthUnit, readLengthUnit } from './read-measures.ts'
import { findWeightUnit, readWeightUnit } from './read-weight.ts'
import { plainWords } from './search-text.ts'

/** `unclear` needs a choice; `ignored` is not imported. */
export type ColumnGuess = { field: string | null; state: 'known' | 'unclear' | 'ignored' }

/** Headings that are ignored without a question. */
const ignored = new Set([
  ...['valor', 'valor us$', 'us$', 'total', 'precio', 'monto', 'price', 'amount', 'value', 'costo', 'cost', 'subtotal'],
  ...['no', 'n', 'nro', 'num', 'item', 'linea', 'fila', 'row', 'error', 'pieza', 'piezas', 'bultos', 'pieces', 'qty'],
  ...['cantidad', 'quantity', 'volumen', 'volume', 'factura', 'invoice'],
])

export const headingKey = (heading: string): string =>
  plainWords(heading.replace(/[_/:;,()[\]#*?¿-]+/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))

const isUnit = (word: string) => readWeightUnit(word) !== undefined || readLengthUnit(word) !== undefined

const measured = new Set(['weight', 'weightKg', 'measures', 'length', 'width', 'height'])

const findField = (kind: ImportKind, key: string): string | undefined =>
  importFields[kind].find(({ names, label }) => names.includes(key) || headingKey(label) === key)?.id

/** Accepts any unit in the heading: `Peso (oz)`, `Medidas (cm)`. */
function named(kind: ImportKind, heading: string, find = findField): string | undefined {
  const key = headingKey(heading.replaceAll('#', ' no ').replace(/[°º'’]/g, ' '))
  const field = find(kind, key)
  const unit = findWeightUnit(key)
  if (field !== undefined || (unit ?? findLengthUnit(key)) === undefined) return field
  const bare = key.split(' ').filter((word) => !isUnit(word))
  const other = find(kind, bare.join(' '))
  if (other === 'weight' && unit === 'kg') return 'weightKg'
  return other !== undefined && measured.has(other) ? other : undefined
}

const findInWords = (kind: ImportKind, key: string): string | undefined =>
  ignored.has(key) ? undefined : findByWords(importFields[kind], key)

const findNamed = (kind: ImportKind, heading: string): string | undefined =>
  named(kind, heading) ?? named(kind, heading, findInWords)

export const countKnown = (kind: ImportKind, cells: readonly string[]): number =>
  new Set(cells.map((cell) => findNamed(kind, cell)).filter((id) => id !== undefined)).size

type Test = { field: string; fits: (text: string) => boolean }

const isCasillero = (text: string) => /^[a-z]{2,5}[\s.#:_-]{0,3}\d{1,6}$/i.test(text)
const isTracking = (text: string) => /^(?=.*\d{6})[A-Z0-9]{10,34}$/i.test(text) && !/^\d{10,12}$/.test(text)
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
const isPhone = (text: string) => /^\+?[\d\s()-]{8,18}$/.test(text) && text.replace(/\D/g, '').length >= 8
const isMethod = (text: string) => /^(a[eé]reo|mar[ií]timo|air|ocean|sea)$/i.test(text)

/** Tests of the values, used if the heading is unknown. */
const contents: Record<ImportKind, readonly Test[]> = {
  clients: [
    { field: 'casillero', fits: isCasillero },
    { field: 'email', fits: isEmail },
    { field: 'phone', fits: isPhone },
  ],
  packages: [
    { field: 'casillero', fits: isCasillero },
    { field: 'tracking', fits: isTracking },
    { field: 'shippingMethod', fits: isMethod },
  ],
  statuses: [{ field: 'tracking', fits: isTracking }],
  tariffs: [{ field: 'shippingMethod', fits: isMethod }],
  charges: [{ field: 'tracking', fits: isTracking }],
  prealerts: [
    { field: 'casillero', fits: isCasillero },
    { field: 'tracking', fits: isTracking },
  ],
}

const listFilled = (values: readonly string[]): string[] =>
  values.map((value) => value.trim()).filter((value) => !isNothing(value))

const mostly = (values: readonly string[], fits: (text: string) => boolean): boolean => {
  const filled = listFilled(values)
  return filled.length > 0 && filled.filter(fits).length >= filled.length * 0.8
}

/** The number of a flight or of the whole load, the same in each row. A charge may be one of several of its package. */
function repeatsOne(kind: ImportKind, field: string | undefined, values: readonly string[]): boolean {
  if (kind === 'charges' || !/^(?:tracking|warehouseTracking)$/.test(field ?? '')) return false
  const filled = listFilled(values)
  return filled.length > 1 && new Set(filled).size === 1
}

/**
 * Uses Spanish and English headings, then their words in any order, else the values. The first fitting column gets a field. docs/product/imports.md, "Columns".
 * @param columns each heading with some values
 */
export function recogniseColumns(
  kind: ImportKind,
  columns: readonly { name: string; values: readonly string[] }[],
): ColumnGuess[] {
  const taken = new Set<string>()
  const guesses: (ColumnGuess | undefined)[] = columns.map(() => undefined)
  const take = (index: number, field: string | undefined) => {
    if (field === undefined || taken.has(field) || guesses[index] !== undefined) return
    taken.add(field)
    guesses[index] = { field, state: 'known' }
  }
  for (const find of [findField, findInWords])
    for (const [index, { name, values }] of columns.entries()) {
      const field = named(kind, name, find)
      // The column may hold units of what is counted: pieces, boxes.
      const isOpen =
        field === 'unit' && kind === 'packages' && headingKey(name) !== headingKey(importLabel(kind, field))
      if (repeatsOne(kind, field, values) || (isOpen && !mostly(values, isUnit))) continue
      take(index, field)
    }
  for (const [index, { values }] of columns.entries()) {
    take(
      index,
      contents[kind].find(
        ({ field, fits }) => !taken.has(field) && mostly(values, fits) && !repeatsOne(kind, field, values),
      )?.field,
    )
  }
  // Two rows may be the same package by mistake.
  for (const [index, { name, values }] of columns.entries()) {
    const field = findNamed(kind, name)
    if (listFilled(values).length === 2 && repeatsOne(kind, field, values)) take(index, field)
  }
  // A lone name column holds the whole name.
  if (kind === 'clients' && !taken.has('lastNames') && !taken.has('fullName')) {
    const first = guesses.findIndex((guess) => guess?.field === 'firstName')
    if (first >= 0) guesses[first] = { field: 'fullName', state: 'known' }
  }
  return guesses.map((guess, index) => guess ?? leftOver(columns[index]))
}

function leftOver(column: { name: string; values: readonly string[] } | undefined): ColumnGuess {
  const isEmpty = !column?.values.some((value) => value.trim() !== '')
  return { field: null, state: isEmpty || ignored.has(headingKey(column?.name ?? '')) ? 'ignored' : 'unclear' }
}

/** True for a longer number, a date or an e-mail address. */
export const looksLikeValue = (text: string): boolean =>
  /\d{4}/.test(text) || isEmail(text.trim()) || readDate(text, 'dmy') !== undefined
