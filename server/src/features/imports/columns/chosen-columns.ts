import type { ChosenColumn } from '@casillero/shared/contract/import-columns'
import {
  datedFields,
  type ImportKind,
  importFields,
  importLabel,
  neededFields,
  numberFields,
} from '@casillero/shared/domain/import-fields'
import type { DateOrder } from '@casillero/shared/domain/read-date'
import type { DecimalMark } from '@casillero/shared/domain/read-number'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { Column, Mapped } from '../queries.ts'

/** `dates` and `decimals` say how its days and numbers are read. */
export type Chosen = { field: string | null; dates: DateOrder | null; decimals: DecimalMark | null }

const monthFirst = /^(receivedAt|changedAt)Us$/

/** Earlier versions stored the order of dates in the field's name. */
export function openChoice(choice: ChosenColumn): Chosen {
  const given = choice === null || typeof choice === 'string' ? { field: choice, dates: null, decimals: null } : choice
  const [, field] = monthFirst.exec(given.field ?? '') ?? []
  return field === undefined ? given : { field, dates: 'mdy', decimals: null }
}

const isDated = (field: string | null): boolean => field !== null && datedFields.has(field)
const isNumber = (field: string | null): boolean => field !== null && numberFields.has(field)

/** Takes the usual one if no value is ambiguous; undefined if the user must choose. */
const chooseFact = <Way>(fact: Way | 'both' | null | undefined, usual: Way): Way | undefined =>
  fact === 'both' ? undefined : (fact ?? usual)

/** Takes the chosen reading, else the one that the values prove; undefined if they are ambiguous. */
const chooseReading = ({ field, dates, decimals }: Chosen, facts: Column['facts'] | undefined) => ({
  dates: isDated(field) ? (dates ?? chooseFact<DateOrder>(facts?.dates, 'dmy')) : null,
  decimals: isNumber(field) ? (decimals ?? chooseFact<DecimalMark>(facts?.decimals, '.')) : null,
})

/** Builds the question for the user. */
function openQuestion(chosen: Chosen, facts: Column['facts'] | undefined): string | undefined {
  const { dates, decimals } = chooseReading(chosen, facts)
  if (dates === undefined) return `Elija cómo se leen las fechas: «${facts?.date ?? ''}» puede ser día/mes o mes/día`
  return decimals === undefined
    ? `Elija cómo se leen los números: «${facts?.number ?? ''}» puede tener decimales o miles`
    : undefined
}

/** Throws an error for each wrong column. docs/product/imports.md, "Columns". */
export function checkColumns(
  kind: ImportKind,
  chosen: readonly Chosen[],
  columns: readonly Column[],
  fixed: Iterable<string>,
): Chosen[] {
  const known = new Set(importFields[kind].map(({ id }) => id))
  const fields = chosen.map(({ field }) => field)
  if (chosen.length !== columns.length)
    throw new AppError('invalid', { fields: { mapping: 'Diga de cada columna qué es' } })
  for (const [column, one] of chosen.entries()) {
    const { field } = one
    if (field === null) continue
    if (!known.has(field)) throw new AppError('invalid', { fields: { [`mapping.${column}`]: 'Elija un campo' } })
    if (fields.indexOf(field) < column)
      throw fieldError('import_field_repeated', `mapping.${column}`, { label: importLabel(kind, field) })
    const question = openQuestion(one, columns[column]?.facts)
    if (question !== undefined) throw new AppError('invalid', { fields: { [`mapping.${column}`]: question } })
  }
  const given = new Set<string | null>([...fields, ...fixed])
  for (const group of neededFields[kind]) {
    if (group.some((field) => given.has(field))) continue
    throw fieldError('import_field_missing', 'mapping', {
      labels: group.map((field) => importLabel(kind, field)).join(' o '),
    })
  }
  return chosen.map((one, column) => {
    const { dates, decimals } = chooseReading(one, columns[column]?.facts)
    return { field: one.field, dates: dates ?? null, decimals: decimals ?? null }
  })
}

/** Uses what was remembered if the values are ambiguous; else the column waits for a choice. */
export function proposeColumn(
  { field, state, unpaired }: Pick<Mapped, 'field' | 'state' | 'unpaired'>,
  facts: Column['facts'],
  remembered: Partial<Pick<Chosen, 'dates' | 'decimals'>> = {},
): Mapped {
  const open = chooseReading({ field, dates: null, decimals: null }, facts)
  const dates = open.dates ?? (isDated(field) ? (remembered.dates ?? null) : null)
  const decimals = open.decimals ?? (isNumber(field) ? (remembered.decimals ?? null) : null)
  const isOpen = (isDated(field) && dates === null) || (isNumber(field) && decimals === null)
  return { field, state: isOpen ? 'unclear' : state, unpaired, dates, decimals }
}
