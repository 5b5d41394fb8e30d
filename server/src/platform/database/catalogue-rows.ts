import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { searchText } from '@casillero/shared/domain/search-text'
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { requireVersion, softDelete, type TablesWith } from './catalogue.ts'
import type { Db, Session } from './database.ts'
import { listCatalogue } from './list.ts'
import type { Tables } from './tables.ts'

type CatalogueTable = TablesWith<'deleted_at'> & TablesWith<'version'>
type Kept = { id: string; version: number }

/** The parts of a catalogue's description that its statements need. */
type Described<Table, Row, Draft> = {
  table: Table
  row: z.core.$ZodType<Row> & { shape: object }
  draft: z.core.$ZodType<Draft>
  searched?: readonly string[]
}

/** The rules of a catalogue, and its columns that are named unlike their fields. */
type CatalogueRules<Row, Draft, Read, Caller extends readonly unknown[]> = {
  /** Fields not named after a column, and what `complete` needs beside them; null for those that it adds. */
  read?: { [Field in keyof (Row & NoInfer<Read>)]?: RawBuilder<(Row & NoInfer<Read>)[Field]> | null }
  complete?: (row: Read) => Row
  /** Columns of a draft that are named unlike its fields. */
  write?: (draft: Draft) => Record<string, unknown>
  /** The rows that the caller sees; left out, all of the company. */
  visible?: RawBuilder<boolean>
  /** Throws if the caller may not make, change or delete such a row. */
  authorize?: (row: Row | Draft, ...caller: Caller) => void
  /** Allows changes while others refer to the row; only deletion waits for them. */
  changesWhileHeld?: true
  /** Takes a lock for changes of several rows, before that of the row. Without a draft the row is deleted. */
  takeTurn?: (db: Db, draft?: Draft, id?: string) => Promise<void>
  /** Refuses or prepares a draft; returns what is written. `current` is the locked row. */
  beforeSave?: (db: Db, draft: Draft, current: Row | undefined, ...caller: Caller) => Promise<Draft>
  /** Does what needs the written row, which is then read again. */
  afterSave?: (db: Db, id: string, draft: Draft, current: Row | undefined) => Promise<void>
  /** Throws if the row may not be deleted. */
  beforeRemove?: (db: Db, current: Row) => Promise<void>
  afterRemove?: (db: Db) => Promise<void>
}

const toColumn = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The builder cannot know the columns of a table given as a parameter. The schema of each call parses its answer. */
const loosely = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>

/** Makes the statements of a catalogue from its description and its own rules. */
export function createCatalogue<
  Table extends CatalogueTable,
  Row extends Kept,
  Draft extends { version?: number | undefined },
  Read extends Kept = Row,
  Caller extends readonly unknown[] = [Session?],
>(description: Described<Table, Row, Draft>, rules: CatalogueRules<Row, Draft, Read, Caller> = {}) {
  const { row: schema, searched = [] } = description
  const table: CatalogueTable = description.table
  const { read = {}, complete = (row: Read) => row as unknown as Row } = rules
  const columns = Object.keys({ ...schema.shape, ...read }).flatMap((field) => {
    const given: RawBuilder<unknown> | null | undefined = Reflect.get(read, field)
    return given === null ? [] : [(given ?? sql.id(toColumn(field))).as(field)]
  })

  function toValues(draft: Draft): Record<string, unknown> {
    const fields = Object.entries(draft).filter(([field]) => field !== 'version')
    const values = rules.write?.(draft) ?? Object.fromEntries(fields.map(([field, value]) => [toColumn(field), value]))
    if (searched.length === 0) return values
    const texts: Record<string, string | null> = Object(draft)
    return { ...values, search_text: searchText(...searched.map((field) => texts[field])) }
  }

  /** Selects all rows, including deleted ones. */
  function all(db: Db): SelectQueryBuilder<Tables, Table, Read> {
    const rows: unknown = loosely(db).selectFrom(table).select(columns)
    return rows as SelectQueryBuilder<Tables, Table, Read>
  }

  const living = (db: Db) => all(db).where(sql<boolean>`deleted_at is null and ${rules.visible ?? sql`true`}`)

  const named = (db: Db, id: string) => living(db).where(sql<boolean>`id = ${id}`)

  /** Gets a row that is not deleted. Throws `not_found`. */
  async function get(db: Db, id: string): Promise<Row> {
    const row = await named(db, id).executeTakeFirst()
    if (!row) throw new AppError('not_found')
    return complete(row as Read)
  }

  /** Like `get`, and locks the row until the transaction ends. */
  async function lock(db: Db, id: string, isForChange = false): Promise<Row> {
    const row = await (isForChange && rules.changesWhileHeld
      ? named(db, id).forNoKeyUpdate()
      : named(db, id).forUpdate()
    ).executeTakeFirst()
    if (!row) throw new AppError('not_found')
    return complete(row as Read)
  }

  /** Writes single columns of a row without its rules. */
  async function change(db: Db, id: string, values: { [Column in keyof Tables[Table]]?: unknown }): Promise<Row> {
    const rows = loosely(db).updateTable(table).set(values).where('id', '=', id).returning(columns)
    return complete((await rows.executeTakeFirstOrThrow()) as Read)
  }

  async function create(db: Db, draft: Draft, ...caller: Caller): Promise<Row> {
    rules.authorize?.(draft, ...caller)
    await rules.takeTurn?.(db, draft)
    const written = (await rules.beforeSave?.(db, draft, undefined, ...caller)) ?? draft
    const rows = loosely(db).insertInto(table).values(toValues(written)).returning(columns)
    const row = complete((await rows.executeTakeFirstOrThrow()) as Read)
    if (!rules.afterSave) return row
    await rules.afterSave(db, row.id, draft, undefined)
    return await get(db, row.id)
  }

  /** Changes a row. Throws `not_found`, `stale`. */
  async function update(db: Db, id: string, draft: Draft, ...caller: Caller): Promise<Row> {
    await rules.takeTurn?.(db, draft, id)
    const current = await lock(db, id, true)
    for (const row of [current, draft]) rules.authorize?.(row, ...caller)
    requireVersion(draft, current)
    const written = (await rules.beforeSave?.(db, draft, current, ...caller)) ?? draft
    const values = toValues(written)
    const row = await change(db, id, values as { [Column in keyof Tables[Table]]?: unknown })
    if (!rules.afterSave) return row
    await rules.afterSave(db, id, draft, current)
    return await get(db, id)
  }

  async function remove(db: Db, id: string, ...caller: Caller): Promise<null> {
    await rules.takeTurn?.(db)
    const current = await lock(db, id)
    rules.authorize?.(current, ...caller)
    await rules.beforeRemove?.(db, current)
    await softDelete(db, table, id)
    await rules.afterRemove?.(db)
    return null
  }

  /** Lists the rows that match the search: all without `page`. */
  async function list(
    db: Db,
    rows: SelectQueryBuilder<Tables, Table, Read>,
    query: ListQuery,
  ): Promise<{ data: Row[]; pagination: Pagination }> {
    const { data, pagination } = await listCatalogue(db, rows, query)
    return { data: data.map(complete), pagination }
  }

  return { all, living, complete, get, lock, list, change, create, update, remove }
}
