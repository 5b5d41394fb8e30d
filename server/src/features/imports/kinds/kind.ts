import type { ImportOutcome } from '@casillero/shared/contract/imports'
import { type ImportKind, importLabel } from '@casillero/shared/domain/import-fields'
import type { Right } from '@casillero/shared/domain/permissions'
import { type DateOrder, readDate, toInstant } from '@casillero/shared/domain/read-date'
import type { DecimalMark } from '@casillero/shared/domain/read-number'
import type * as z from 'zod/mini'
import type { Numbers } from '../../../platform/database/counters.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import type { Saved } from '../../../platform/database/save-rows.ts'
import type { Author } from '../../packages/save-packages.ts'
import { describeRefusal } from './describe-refusal.ts'

export type FileRow = {
  row: number
  text: (field: string) => string
  /** Empty where no column is for it. */
  heading: (field: string) => string
  /** Of days: `order`, of numbers: the mark before the decimals. */
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

/** What a row does, and the write that does it. */
export type Plan = {
  outcome: ImportOutcome
  problems: Problem[]
  plan: object | null
  targetId: string | null
  shown: Shown
  /** Two rows of a file may not have one in common. */
  keys: readonly string[]
  /** For what is said where another row has the name too. */
  findField?: ((name: string) => string) | undefined
  /** Names of the record that a later row may not use for it. */
  names?: readonly string[]
  /** Names that the record gets by this row. No later row may use them for it, and no earlier row may have added another record by them. */
  gains?: readonly string[]
}

/** To be written. */
export type Planned<P = unknown> = { row: number; outcome: 'new' | 'updated'; plan: P; targetId: string | null }

/** Written, nothing new by now, or refused by now. */
export type Written =
  | { row: number; targetId: string; version: number; before: object | null; changeId?: string | null }
  | { row: number; same: true }
  | { row: number; refusal: string }

/** Says of rows what became of their drafts; where `isAlwaysNews` one that says nothing new was written otherwise. */
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

/** `reason` says why it stays. */
export type Undoable = {
  row: number
  code: string | null
  outcome: 'new' | 'updated'
  targetId: string
  before: object | null
  reason: string | null
}

/** `actor` has the rights of now. */
export type By = { author: Author; importId: string; numbers: Numbers }

/** How its rows are understood, written and taken back. */
export type Kind = {
  right: Right
  /** Gives what understands one row. */
  prepare: (db: Db, rows: readonly FileRow[], session: Session) => Promise<(row: FileRow) => Plan>
  /** By the rules of the form. A method: it may ask for the plans of its `prepare`. */
  write(db: Db, rows: readonly Planned[], by: By): Promise<Written[]>
  /** Locks them, and says of each whether something happened to it since. */
  findUndoable: (db: Db, importId: string, window: UndoWindow) => Promise<Undoable[]>
  takeBack: (db: Db, rows: readonly Undoable[], by: By) => Promise<void>
}

/** `isLocked` where they will be taken back. */
export type UndoWindow = { limit: number; isLocked: boolean }

export const buildProblem = (kind: ImportKind, field: string, message: string): Problem => ({
  field,
  label: importLabel(kind, field),
  message,
})

/** `nameOf` says which column a field came from. */
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

/** Null for an empty cell, and for one that is refused. */
export function readPast(row: FileRow, field: string, today: string, refuse: (message: string) => void): Date | null {
  const text = row.text(field)
  if (text === '') return null
  const read = readDate(text, row.order(field))
  if (read && read.date <= today) return toInstant(read)
  refuse(read ? `«${text}» está en el futuro` : `«${text}» no es una fecha`)
  return null
}

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

/** `A`, `A o B`, `A, B o C`; more than four are counted. */
export function joinNames(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} más`] : names
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} o ${shown.at(-1)}`
}

/** As the preview says it. */
export const changeText = (label: string, from: string | number | null, to: string | number | null): string =>
  from === null || from === '' ? `${label}: ${to ?? '—'}` : `${label}: ${from} pasa a ${to ?? '—'}`
