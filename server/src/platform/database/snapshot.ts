import pg from 'pg'
import { type Answer, createBatch } from './statement-batch.ts'
import { createSender, type Send, type Unnamed } from './statement-sender.ts'
import { chooseReader } from './wire-types.ts'

export type SentStatement = { sql: string; parameters: readonly unknown[] }

/** Returns one text column, `row`. Either a statement, or one that opens the cursor `ids` and one that returns the rows of some ids. */
export type RowsStatement =
  | SentStatement
  | { openIds: SentStatement; rowsOf: (ids: readonly string[]) => SentStatement }

/** Fetches further rows on demand. */
export type ReadRows = (statement: RowsStatement) => AsyncGenerator<string[]>

type SnapshotOptions = {
  url: string
  settings: readonly string[]
  open: readonly Unnamed[]
  /** Aborting ends the transaction at once. */
  signal: AbortSignal
}

const begin = { text: 'begin transaction isolation level repeatable read read only', values: [] }
const rowsAtOnce = 250
const next = { text: `fetch forward ${rowsAtOnce} from rows`, values: [] }
const close = { text: 'close rows', values: [] }
const nextIds = { text: `fetch forward ${rowsAtOnce} from ids`, values: [] }
const closeIds = { text: 'close ids', values: [] }

const toUnnamed = ({ sql, parameters }: SentStatement): Unnamed => ({ text: sql, values: parameters })
const readTexts = (answer: Answer | undefined, column: string): string[] =>
  (answer?.rows ?? []).map((row) => String(row[column]))

function createReader(send: Send, names: Map<string, string>): ReadRows {
  async function* readAll({ sql, parameters }: SentStatement): AsyncGenerator<string[]> {
    await send({ text: `declare rows no scroll cursor for ${sql}`, values: parameters })
    for (;;) {
      const [fetched] = await send(next)
      const rows = readTexts(fetched, 'row')
      if (rows.length > 0) yield rows
      if (rows.length < rowsAtOnce) break
    }
    await send(close)
  }

  async function* readByIds({ openIds, rowsOf }: Exclude<RowsStatement, SentStatement>): AsyncGenerator<string[]> {
    const [, first] = await send(toUnnamed(openIds), nextIds)
    let ids = readTexts(first, 'id')
    while (ids.length > 0) {
      const rows = toUnnamed(rowsOf(ids))
      if (!names.has(rows.text)) names.set(rows.text, `rows${names.size}`)
      // Fetches the next ids too, so that a batch of rows costs one packet each way.
      const [found, following] = await send(rows, nextIds)
      yield readTexts(found, 'row')
      ids = readTexts(following, 'id')
    }
    await send(closeIds)
  }

  return (statement) => ('sql' in statement ? readAll(statement) : readByIds(statement))
}

/** A read-only transaction outside the pool that sees one moment. Its connection ends with it. */
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
  /** Names of repeated statements, so that PostgreSQL keeps their plans. */
  const names = new Map<string, string>()
  const { send, giveUp } = createSender((statements, done) => {
    if (broken) return done(broken, [])
    const named = statements.map(({ text, values }) => ({ name: names.get(text), text, values }))
    client.query(createBatch(named, chooseReader, done))
  })
  function breakOff(error: Error): void {
    broken ??= error
    giveUp(broken)
  }
  client.on('error', breakOff)
  const cut = () => {
    breakOff(new Error('A long read was broken off'))
    // Also ends a connection with a running statement: PostgreSQL notices within a second.
    void client.end().catch(() => {})
  }

  const read = createReader(send, names)

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
