import type pg from 'pg'

/** What goes to PostgreSQL: its text, the values of its `$n`, and a name under which the connection keeps its plan. */
export type Statement = { name: string | undefined; text: string; values: readonly unknown[] }

/** What comes back: `command` is PostgreSQL's own word, `rowCount` null where it counts nothing. */
export type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

type Read = (value: string) => unknown
export type Readers = (oid: number) => Read
type Column = { name: string; read: Read }
type Shape = { columns: Column[]; blank: Record<string, unknown> }

// What a connection answers to a statement it keeps under a name never changes; PostgreSQL refuses to run it instead.
const keptShapes = new WeakMap<object, Map<string, Shape>>()

function keptBy(connection: object): Map<string, Shape> {
  const known = keptShapes.get(connection) ?? new Map<string, Shape>()
  keptShapes.set(connection, known)
  return known
}

const noColumns: Shape = { columns: [], blank: {} }

function shapeOf(fields: pg.FieldDef[], readers: Readers): Shape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, read: readers(dataTypeID) })),
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

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

function arrayLiteral(values: readonly unknown[]): string {
  const parts = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    return Array.isArray(value) ? arrayLiteral(value) : quoted(String(value))
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

const completed = /^([A-Z ]+?)(?: \d+)?(?: (\d+))?$/

/**
 * Statements that travel and are answered together: one packet each way and one synchronisation, where the library's own
 * queries have one each. Without a `begin` among them they are one transaction of their own. When one of them fails,
 * PostgreSQL skips those behind it, and all of them are called failed; `done` hears of the end once.
 *
 * Handed to the library's `query`, which calls what is named `handle…` here.
 */
export function createBatch(
  statements: readonly Statement[],
  readers: Readers,
  done: (error: Error | undefined, answers: Answer[]) => void,
) {
  const answers: Answer[] = []
  let kept = new Map<string, Shape>()
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
    if (!kept.has(statement)) {
      // One whose first run failed may be there already.
      if (name !== undefined) connection.close({ type: 'S', name }, true)
      connection.parse({ name: statement, text, types: [] }, true)
    }
    connection.bind({ portal: '', statement, values: values.map(wireValue) }, true)
    if (!kept.has(statement)) connection.describe({ type: 'P', name: '' }, true)
    connection.execute({ portal: '', rows: '' }, true)
  }

  return {
    submit(connection: pg.Connection): void {
      kept = keptBy(connection)
      connection.stream.cork()
      try {
        for (const statement of statements) send(connection, statement)
        connection.sync()
      } finally {
        connection.stream.uncork()
      }
    },
    handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
      shape = shapeOf(fields, readers)
    },
    handleDataRow({ fields }: { fields: (string | null)[] }): void {
      const name = statements[answers.length]?.name
      shape ??= (name === undefined ? undefined : kept.get(name)) ?? noColumns
      rows.push(readRow(shape, fields))
    },
    handleCommandComplete({ text }: { text: string }): void {
      const [, command = '', count] = completed.exec(text) ?? []
      const name = statements[answers.length]?.name
      if (name !== undefined && !kept.has(name)) kept.set(name, shape ?? noColumns)
      answers.push({ command, rowCount: count === undefined ? null : Number(count), rows })
      shape = undefined
      rows = []
    },
    handleError: finish,
    handleReadyForQuery: () => finish(undefined),
  }
}
