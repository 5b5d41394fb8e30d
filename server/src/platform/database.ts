import { Socket } from 'node:net'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { AppError, isConnectionLost, isRetryable } from './errors.ts'
import type { Tables } from './tables.ts'

/** The one handle in a feature's scope: a transaction confined to one company. */
export type Db = Kysely<Tables>

/** Who a request acts for; found from its token in the statement that opens the transaction. */
export type Session = {
  sessionId: string
  companyId: string
  isOperator: boolean
  userId: string
  userType: 'admin' | 'user' | 'viewer'
  userName: string
}

export type Credentials = {
  tokenHash: Buffer
  subdomain: string
  /** Nothing of what runs is to be kept, so nobody need wait for the commit. */
  changesNothing?: boolean
}

export type Database = {
  /** Runs in a transaction confined to the session's company; undefined when the token is worth nothing on this host. */
  asSession<T>(credentials: Credentials, run: (db: Db, session: Session) => Promise<T>): Promise<T | undefined>
  /** Runs in a transaction that sees no company's rows; for the named functions that look across companies. */
  asNobody<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** Runs as a user of a company without a token, at the instant given; for seeds, tests and jobs. */
  asUser<T>(actor: { companyId: string; userId: string; at?: Date }, run: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A database whose connections can be counted: open ones, idle ones, and the requests that wait for one. */
export type PooledDatabase = Database & { pool(): { total: number; idle: number; waiting: number } }

export type DatabaseOptions = {
  /** Connection string; its user must be allowed to become casillero_app. */
  url: string
  poolSize: number
  /** Milliseconds that one transaction may take; a browser gives up at ten seconds, a seed may take its time. */
  wholeAnswerMs?: number
  /** Business time for tests; left out, the database's own clock counts. */
  now?: () => Date | undefined
  /** Told of every statement, for counting. */
  onStatement?: (sql: string) => void
  /** Told when an idle connection breaks. */
  onLostConnection?: (error: Error) => void
}

/** What goes out together with `begin`. */
type Opening = { text: string; values: unknown[] }[]

type Work<T> = {
  open: Opening
  run: (db: Db, opened: pg.QueryResult[]) => Promise<T>
  changesNothing?: boolean | undefined
}

type Send = (text: string, values: unknown[]) => Promise<pg.QueryResult>

const requestMs = 8_000
const poolWaitMs = 2_000
const maxTries = 3
const maxNamedStatements = 500
const maxNamedLength = 6_000

// Amounts fit a double exactly at their scale and are only ever calculated with as exact decimals, see domain/money.
const wireTypes = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (value) => value],
  [pg.types.builtins.TIMESTAMPTZ, instant],
])

const utcTimestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** ISO 8601 with milliseconds from what PostgreSQL writes in UTC; taking the text apart is far cheaper than a Date. */
function instant(text: string): string {
  const parts = utcTimestamp.exec(text)
  if (!parts) return new Date(text).toISOString()
  const [, date, time, fraction = ''] = parts
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/** What is sent within one turn of the event loop goes out in one packet: a system call costs more than a statement. */
function batchingSocket(): Socket {
  const socket = new Socket()
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  return socket
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => wireTypes.get(oid) ?? pg.types.getTypeParser(oid, format),
}

const serverSettings = [
  'role=casillero_app',
  'statement_timeout=5000',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=10000',
  'client_connection_check_interval=1000',
  'timezone=UTC',
]

/**
 * Opens the pool that all requests share. Every connection starts as the unprivileged role, so that a statement outside
 * a transaction of ours sees nothing.
 */
export function createDatabase(options: DatabaseOptions): PooledDatabase {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'casillero',
    max: options.poolSize,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
    stream: batchingSocket,
    options: serverSettings.map((setting) => `-c ${setting}`).join(' '),
    types,
  })
  pool.on('error', (error) => options.onLostConnection?.(error))
  const names = new Map<string, string>()

  /** A name lets PostgreSQL keep the plan; endless variants of a text (rows of an insert) would fill its memory. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || text.length > maxNamedLength || names.size >= maxNamedStatements) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  async function once<T>({ open, run, changesNothing }: Work<T>, deadline: number): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool listens to idle connections only; one that breaks in use would end the whole process unheard.
    const noteBroken = (error: Error) => {
      broken ??= error
    }
    client.on('error', noteBroken)
    const send: Send = (text, values) => {
      options.onStatement?.(text)
      // A browser gives up at ten seconds; a statement that would outlast the answer takes its connection down.
      const query_timeout = Math.max(1, deadline - performance.now())
      const query: pg.QueryConfig & { query_timeout: number } = { name: nameOf(text), text, values, query_timeout }
      return client.query(query)
    }
    const handle = openHandle(send)
    try {
      const [, ...opened] = await Promise.all([
        send('begin', []),
        ...open.map(({ text, values }) => send(text, values)),
      ])
      const result = await run(handle.db, opened)
      handle.close()
      const commit = send('commit', [])
      if (changesNothing) {
        // It travels with what the connection does next; one that is lost with it is told to the pool.
        commit.catch(() => {})
        return result
      }
      const { command } = await commit
      // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
      if (command !== 'COMMIT') throw new Error('A failed statement was not let through')
      return result
    } catch (error) {
      handle.close()
      await send('rollback', []).catch(noteBroken)
      throw error
    } finally {
      client.off('error', noteBroken)
      client.release(broken)
    }
  }

  async function transaction<T>(work: Work<T>): Promise<T> {
    const deadline = performance.now() + (options.wholeAnswerMs ?? requestMs)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(work, deadline)
      } catch (error) {
        // What only reads may be asked again on another connection; of a write nobody knows whether it was done.
        const mayRepeat = isRetryable(error) || (work.changesNothing && attempt === 1 && isConnectionLost(error))
        if (!mayRepeat || attempt === maxTries) throw error
        const pauseMs = Math.random() * 20 * attempt
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  const setTime = (at: Date | undefined): Opening =>
    at ? [{ text: "select set_config('app.now', $1, true)", values: [at.toISOString()] }] : []

  return {
    asSession: ({ tokenHash, subdomain, changesNothing }, run) =>
      transaction({
        open: [
          ...setTime(options.now?.()),
          { text: 'select * from begin_session($1, $2)', values: [tokenHash, subdomain] },
        ],
        run: async (db, opened) => {
          const session = sessionOf(opened.at(-1))
          return session ? await run(db, session) : undefined
        },
        changesNothing,
      }),
    asNobody: (run) => transaction({ open: setTime(options.now?.()), run }),
    asUser: ({ companyId, userId, at }, run) =>
      transaction({
        open: [
          ...setTime(at ?? options.now?.()),
          {
            text: "select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true)",
            values: [companyId, userId],
          },
        ],
        run,
      }),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

type SessionRow = {
  session_id: string
  company_id: string
  is_operator: boolean
  user_id: string
  user_type: Session['userType']
  user_name: string
}

function sessionOf(answer: pg.QueryResult<SessionRow> | undefined): Session | undefined {
  const row = answer?.rows[0]
  return (
    row && {
      sessionId: row.session_id,
      companyId: row.company_id,
      isOperator: row.is_operator,
      userId: row.user_id,
      userType: row.user_type,
      userName: row.user_name,
    }
  )
}

const notHere = () => Promise.reject(new Error('A feature runs inside the transaction it was given'))

/** A Kysely bound to one open transaction; once closed it refuses, so that no late statement lands in another request's. */
function openHandle(send: Send): { db: Db; close: () => void } {
  let isOpen = true
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (!isOpen)
        throw new AppError('internal', { cause: new Error('A statement came after its transaction had ended') })
      const result = await send(query.sql, [...query.parameters])
      const isChange = result.command !== 'SELECT' && result.rowCount !== null
      return isChange ? { numAffectedRows: BigInt(result.rowCount ?? 0), rows: result.rows } : { rows: result.rows }
    },
    streamQuery() {
      throw new Error('Streaming is not used')
    },
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: notHere,
    commitTransaction: notHere,
    rollbackTransaction: notHere,
    destroy: async () => undefined,
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (within) => new PostgresIntrospector(within),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    db,
    close: () => {
      isOpen = false
    },
  }
}
