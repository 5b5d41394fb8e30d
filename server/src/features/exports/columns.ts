import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { StreamPart } from '../../platform/http/endpoint.ts'
import { seesMoney } from '../dashboard/money-right.ts'
import type { ColumnKind, ExportColumn } from './export-column.ts'

export type Column = ExportColumn & { value: RawBuilder<unknown> }

const column =
  (kind: ColumnKind) =>
  (head: string, width: number, value: RawBuilder<unknown>): Column => ({ head, kind, width, value })

export const text = column('text')
export const whole = column('whole')
export const number = column('number')
export const amount = column('amount')
export const date = column('date')
export const yesNo = column('yesNo')

/** Shows Managua's time. */
export const instant = (head: string, width: number, value: RawBuilder<unknown>): Column => ({
  head,
  kind: 'instant',
  width,
  value: sql`(${value} at time zone 'America/Managua')`,
})

export const word = (
  head: string,
  width: number,
  value: RawBuilder<unknown>,
  words: Record<string, string>,
): Column => ({ head, kind: 'word', width, value, words })

/** Drops columns of money unless the caller may see sums of it. */
export const seenColumns = async (db: Db, columns: readonly Column[]): Promise<readonly Column[]> =>
  (await seesMoney(db)) ? columns : columns.filter(({ kind }) => kind !== 'amount')

function selectTexts(db: Db, columns: readonly Column[], from: RawBuilder<unknown>) {
  const values = sql.join(columns.map(({ value }) => value))
  const { sql: statement, parameters } = sql`select json_build_array(${values})::text as row from ${from}`.compile(db)
  return { sql: statement, parameters }
}

const withoutValues = (columns: readonly Column[]) => columns.map(({ value: _, ...shown }) => shown)

/**
 * PostgreSQL makes one text of each row, so that the main thread parses no values. Joins in `from` are lateral look-ups, which keep the
 * order.
 */
export const buildPart = (db: Db, name: string, columns: readonly Column[], from: RawBuilder<unknown>): StreamPart => ({
  name,
  columns: withoutValues(columns),
  rows: selectTexts(db, columns, from),
})

/** Builds a part of rows `hit`, whose ids come in order from the cursor of `open`. */
export const partByIds = (
  db: Db,
  name: string,
  columns: readonly Column[],
  { open, joined }: { open: RawBuilder<unknown>; joined: RawBuilder<unknown> },
): StreamPart => ({
  name,
  columns: withoutValues(columns),
  rows: {
    openIds: sql`select ${open}`.compile(db),
    rowsOf: (ids) => selectTexts(db, columns, sql`unnest(${ids}::uuid[]) as hit (id) ${joined}`),
  },
})
