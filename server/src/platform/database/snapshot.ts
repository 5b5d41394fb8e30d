import pg from 'pg'
import { type Answer, createBatch } from './statement-batch.ts'
import { createSender, type Unnamed } from './statement-sender.ts'
import { readerOf } from './wire-types.ts'

/** A statement whose rows have one column, `row`, which is a text. */
export type RowsStatement = { sql: string; parameters: readonly unknown[] }

/** Reads the rows of a statement by a cursor, so many at a time; the next ones are fetched when they are asked for. */
export type ReadRows = (statement: RowsStatement) => AsyncGenerator<string[]>

type SnapshotOptions = {
  url: string
  settings: readonly string[]
  /** Statements that are sent together with `begin`. */
  open: readonly Unnamed[]
  /** Ends the transaction at once. */
  signal: AbortSignal
}

const begin = { text: 'begin transaction isolation level repeatable read read only', values: [] }
const rowsAtOnce = 250
const next = { text: `fetch forward ${rowsAtOnce} from rows`, values: [] }
const close = { text: 'close rows', values: [] }

/**
 * Runs a long read on a connection of its own, outside the pool: one transaction that sees the data of one moment and can write
 * nothing. The connection ends with it, and with the connection its cursor.
 */
export async function inSnapshot<T>(
  { url, settings, open, signal }: SnapshotOptions,
  run: (opened: readonly Answer[], read: ReadRows) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'casillero exports',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  let broken: Error | undefined
  const { send, giveUp } = createSender((statements, done) => {
    if (broken) return done(broken, [])
    const unnamed = statements.map(({ text, values }) => ({ name: undefined, text, values }))
    client.query(createBatch(unnamed, readerOf, done))
  })
  function breakOff(error: Error): void {
    broken ??= error
    giveUp(broken)
  }
  client.on('error', breakOff)
  const cut = () => {
    breakOff(new Error('A long read was broken off'))
    // Ends a connection with a statement under way at once, too: PostgreSQL notices within a second.
    void client.end().catch(() => {})
  }

  async function* read({ sql, parameters }: RowsStatement): AsyncGenerator<string[]> {
    await send({ text: `declare rows no scroll cursor for ${sql}`, values: parameters })
    for (;;) {
      const [fetched] = await send(next)
      const rows = fetched?.rows ?? []
      if (rows.length > 0) yield rows.map(({ row }) => String(row))
      if (rows.length < rowsAtOnce) break
    }
    await send(close)
  }

  try {
    await client.connect()
    signal.addEventListener('abort', cut)
    signal.throwIfAborted()
    const [, ...opened] = await send(begin, ...open)
    return await run(opened, read)
  } finally {
    signal.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}
