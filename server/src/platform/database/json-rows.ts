import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Names of columns that an insert may fill. */
export type Columns<Table extends keyof Tables> = readonly (keyof Insertable<Tables[Table]> & string)[]

/** One row to insert, by just those columns. */
export type ValuesOf<Table extends keyof Tables, Names extends Columns<Table>> = Pick<
  Insertable<Tables[Table]>,
  Names[number]
>

/** Columns, by comma, for what an insert selects. */
export const columnsOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)))

/**
 * Rows of a table that travel as one JSON text, for an insert of `prepare`: its text stays the same however many rows there
 * are, so it is built and planned once. PostgreSQL reads each value as the type of the table's column, so numbers stay exact
 * decimals; a missing key is null.
 *
 * @param json the text of an array of objects whose keys are columns of the table
 * @returns a source to select from, in the order of the array
 */
export const jsonRows = (table: keyof Tables, json: string): RawBuilder<unknown> =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
