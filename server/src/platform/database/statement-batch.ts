import type pg from 'pg'

/** The connection keeps the plan of a statement with a `name`. */
export type Statement = { name: string | undefined; text: string; values: readonly unknown[] }

/** `command` is PostgreSQL's word; `rowCount` is null for commands without a count. */
export type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

type Read = (value: string) => unknown
export type ReaderOf = (oid: number) => Read
type Column = { name: string; read: Read }
type Shape = { columns: Column[]; blank: Record<string, unknown> }

// A named statement's columns never change within a connection: PostgreSQL would refuse to run it.
const shapesByConnection = new WeakMap<object, Map<string, Shape>>()

function getShapes(connection: object): Map<string, Shape> {
  const known = shapesByConnection.get(connection) ?? new Map<string, Shape>()
  shapesByConnection.set(connection, known)
  return known
}

const noColumns: Shape = { columns: [], blank: {} }

function buildShape(fields: pg.FieldDef[], readerOf: ReaderOf): Shape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })),
    blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
  }
}

function readRow({ columns, blank }: Shape, values: (string | null)[]): Record<string, unknown> {
  const row = { ...blank }
  for (let index = 0; index < columns.length; index += 1) {
    const [column, value] = [columns[index], values[index]]
    if (column && value !== null && value !== undefined) row[column.name] = column.read(value)
  }
  return row
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

function arrayLiteral(values: readonly unknown[]): string {
  const parts = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    return Array.isArray(value) ? arrayLiteral(value) : quote(String(value))
  })
  return `{${parts.join(',')}}`
}

function wireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (Array.isArray(value)) return arrayLiteral(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// Only `INSERT` has another number before its count: the row's id in old servers.
const commandTag = /^([A-Z ]+?)(?: \d+)??(?: (\d+))?$/

/**
 * One packet each way and one synchronisation for many statements. Without `begin` they are one transaction. When one fails, PostgreSQL
 * skips the later ones, and all count as failed. `done` is called once. The library's `query` takes the result and calls its `handle…`
 * functions.
 */
export function createBatch(
  statements: readonly Statement[],
  readerOf: ReaderOf,
  done: (error: Error | undefined, answers: Answer[]) => void,
) {
  const answers: Answer[] = []
  let shapes = new Map<string, Shape>()
  let shape: Shape | undefined
  let rows: Record<string, unknown>[] = []
  let isOver = false

  function finish(error: Error | undefined): void {
    if (isOver) return
    isOver = true
    done(error, answers)
  }

  function send(connection: pg.Connection, { name, text, values }: Statement): void {
    const statement = name ?? ''
    if (!shapes.has(statement)) {
      // The server may have stored the statement although its first run failed.
      if (name !== undefined) connection.close({ type: 'S', name }, true)
      connection.parse({ name: statement, text, types: [] }, true)
    }
    connection.bind({ portal: '', statement, values: values.map(wireValue) }, true)
    if (!shapes.has(statement)) connection.describe({ type: 'P', name: '' }, true)
    connection.execute({ portal: '', rows: '' }, true)
  }

  return {
    submit(connection: pg.Connection): void {
      shapes = getShapes(connection)
      connection.stream.cork()
      try {
        for (const statement of statements) send(connection, statement)
        connection.sync()
      } finally {
        connection.stream.uncork()
      }
    },
    handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
      shape = buildShape(fields, readerOf)
    },
    handleDataRow({ fields }: { fields: (string | null)[] }): void {
      const name = statements[answers.length]?.name
      shape ??= (name === undefined ? undefined : shapes.get(name)) ?? noColumns
      rows.push(readRow(shape, fields))
    },
    handleCommandComplete({ text }: { text: string }): void {
      const [, command = '', count] = commandTag.exec(text) ?? []
      const name = statements[answers.length]?.name
      if (name !== undefined && !shapes.has(name)) shapes.set(name, shape ?? noColumns)
      answers.push({ command, rowCount: count === undefined ? null : Number(count), rows })
      shape = undefined
      rows = []
    },
    handleError: finish,
    handleReadyForQuery: () => finish(undefined),
  }
}
