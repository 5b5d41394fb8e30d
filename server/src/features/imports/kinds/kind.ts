import type { ImportOutcome } from '@casillero/shared/contract/imports'
import { type ImportKind, importLabel } from '@casillero/shared/domain/import-fields'
import type { Right } from '@casillero/shared/domain/permissions'
import { type DateOrder, readDate, toInstant } from '@casillero/shared/domain/read-date'
import { type DecimalMark, isInCordobas } from '@casillero/shared/domain/read-number'
import type * as z from 'zod/mini'
import type { Numbers } from '../../../platform/database/counters.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import type { Saved } from '../../../platform/database/save-rows.ts'
import type { Author } from '../../packages/save/save-packages.ts'
import { describeRefusal } from './describe-refusal.ts'

export type FileRow = {
  row: number
  text: (field: string) => string
  /** The number in a field of tracking numbers; none for an empty cell. Read once, because reading is slow. */
  trackings: (field: string) => readonly string[]
  /** Empty if no column has the field. */
  heading: (field: string) => string
  /** For dates, `order`; for numbers, the decimal mark. */
  order: (field: string) => DateOrder
  decimal: (field: string) => DecimalMark
}

export type Problem = { field: string; label: string; message: string }

export type Shown = {
  code: string | null
  client: { name: string; casillero: string | null } | null
  weight: number | null
  shippingMethod: 'aereo' | 'maritimo' | null
  detail: string
}

/** What a row does, with the draft to write. */
export type Plan = {
  outcome: ImportOutcome
  problems: Problem[]
  plan: object | null
  targetId: string | null
  shown: Shown
  /** Two rows of a file may not share a key. */
  keys: readonly string[]
  /** The field of a name, for the error if another row has it too. */
  findField?: ((name: string) => string) | undefined
  /** Names by which no later row may mean this record. */
  names?: readonly string[]
  /** Names that the row adds to the record. No later row may use them for it, and no earlier row may have added another record by them. */
  gains?: readonly string[]
}

/** A row to be written. */
export type Planned<P = unknown> = { row: number; outcome: 'new' | 'updated'; plan: P; targetId: string | null }

/** The outcome: written, nothing new any more, or refused. */
export type Written =
  | { row: number; targetId: string; version: number; before: object | null; changeId?: string | null }
  | { row: number; same: true }
  | { row: number; refusal: string }

/** Reports the outcome of each row's draft. With `isAlwaysNews`, an unchanged draft still counts as written. */
export function toWritten(
  kind: ImportKind,
  rows: readonly { row: number }[],
  saved: readonly Saved[],
  { isAlwaysNews = false } = {},
): Written[] {
  return rows.flatMap(({ row }, index): Written[] => {
    const one = saved[index]
    if (!one) return []
    if ('refusal' in one) return [{ row, refusal: describeRefusal(kind, one.refusal) }]
    const isSame = one.before !== null && Object.keys(one.before).length === 0
    return [isSame && !isAlwaysNews ? { row, same: true } : { row, targetId: one.id, ...one }]
  })
}

/** `reason` says why the row is not undone. */
export type Undoable = {
  row: number
  code: string | null
  outcome: 'new' | 'updated'
  targetId: string
  before: object | null
  reason: string | null
}

/** `actor` has the present rights. */
export type By = { author: Author; importId: string; numbers: Numbers }

/** How rows of a kind are read, written and undone. */
export type Kind = {
  right: Right
  /** Returns the reader of one row. */
  prepare: (db: Db, rows: readonly FileRow[], session: Session) => Promise<(row: FileRow) => Plan>
  /** Applies the rules of the form. A method, so that it may take the plans of its own `prepare`. */
  write(db: Db, rows: readonly Planned[], by: By): Promise<Written[]>
  /** Locks the records, and says whether each changed since. */
  findUndoable: (db: Db, importId: string, window: UndoWindow) => Promise<Undoable[]>
  takeBack: (db: Db, rows: readonly Undoable[], by: By) => Promise<void>
}

/** `isLocked`: the records will be undone. */
export type UndoWindow = { limit: number; isLocked: boolean }

export const buildProblem = (kind: ImportKind, field: string, message: string): Problem => ({
  field,
  label: importLabel(kind, field),
  message,
})

/** `nameOf` names the column of a field. */
export function draftProblems(
  kind: ImportKind,
  error: z.core.$ZodError,
  nameOf: (field: string) => string = (field) => field,
): Problem[] {
  const byField = new Map<string, Problem>()
  for (const { path, message } of error.issues) {
    const field = nameOf(String(path[0] ?? ''))
    if (!byField.has(field)) byField.set(field, buildProblem(kind, field, message))
  }
  return [...byField.values()]
}

/** Null for an empty cell or a refused one. */
export function readPast(row: FileRow, field: string, today: string, refuse: (message: string) => void): Date | null {
  const text = row.text(field)
  if (text === '') return null
  const read = readDate(text, row.order(field))
  if (read && read.date <= today) return toInstant(read)
  refuse(read ? `«${text}» está en el futuro` : `«${text}» no es una fecha`)
  return null
}

/** Says why the text is no amount in dollars. */
export const describeDollars = (text: string, problem: string): string =>
  `«${text}» ${isInCordobas(text) ? 'está en córdobas: escriba dólares' : problem}`

const problemText = (problems: readonly Problem[]): string =>
  problems.map(({ label, message }) => `${label}: ${message}`).join('; ')

export const refused = (problems: Problem[], shown: Shown, keys: readonly string[] = []): Plan => ({
  outcome: 'error',
  problems,
  plan: null,
  targetId: null,
  shown: { ...shown, detail: problemText(problems) },
  keys,
})

/** `A`, `A o B`, `A, B o C`; more than four are only counted. */
export function joinNames(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} más`] : names
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} o ${shown.at(-1)}`
}

/** Describes a change for the preview. */
export const changeText = (label: string, from: string | number | null, to: string | number | null): string =>
  from === null || from === '' ? `${label}: ${to ?? '—'}` : `${label}: ${from} pasa a ${to ?? '—'}`
