import pg from 'pg'
import { AppError, isConnectionLost, isRetryable } from './errors.ts'
import { createFairShare } from './fair-share.ts'
import { type Db, openHandle } from './kysely-handle.ts'
import { type Answer, createBatch } from './statement-batch.ts'
import { createSender, type Send, type Unnamed } from './statement-sender.ts'

export type { Db } from './kysely-handle.ts'

/** Who a request acts for; found from its token in the statement that opens the transaction. */
export type Session = {
  sessionId: string
  companyId: string
  isOperator: boolean
  userId: string
  userType: 'admin' | 'user' | 'viewer'
  userName: string
}

export type Credentials = { tokenHash: Buffer; subdomain: string }

/** Told whom a session belongs to, if anybody; throws to refuse. */
type Authorise = (session: Session | undefined) => void
type Run<T> = (db: Db) => Promise<T>

export type Database = {
  /**
   * Runs reads of the session's company. Each statement travels with its session and is a read-only transaction of its
   * own, so a read costs one packet each way. What `authorise` refuses does not leave here, whatever `run` makes of it.
   */
  reading<T>(credentials: Credentials, authorise: Authorise, run: Run<T>): Promise<T>
  /** Runs in a transaction confined to the session's company; without a session when the token is worth nothing on this host. */
  asSession<T>(credentials: Credentials, run: (db: Db, session: Session | undefined) => Promise<T>): Promise<T>
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
  /** Connections that the requests of one company may have at once; left out: six tenths of all. */
  companyShare?: number
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
type Opening = Unnamed[]

type Work<T> = { open: Opening; run: (db: Db, opened: Answer[]) => Promise<T> }

const begin = { text: 'begin', values: [] }
const commit = { text: 'commit', values: [] }
const rollback = { text: 'rollback', values: [] }
const beginSession = 'select * from begin_session($1, $2)'
const beginReading = 'select * from begin_reading($1, $2)'
const requestMs = 8_000
const poolWaitMs = 2_000
// Waiting for the own company and then for the pool leaves time for the answer before a browser gives up.
const shareWaitMs = 1_500
const longestQueue = 200
const afterAnswerMs = 2_000
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

const readers = (oid: number) => wireTypes.get(oid) ?? pg.types.getTypeParser(oid, 'text')

const serverSettings = [
  'role=casillero_app',
  'statement_timeout=5000',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=10000',
  'client_connection_check_interval=1000',
  // A machine that is gone says nothing; PostgreSQL would believe in it for two hours.
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'timezone=UTC',
]

/**
 * Opens the pool that all requests share. Every connection starts as the unprivileged role, so that a statement outside
 * a transaction of ours sees nothing.
 */
export function createDatabase(options: DatabaseOptions): PooledDatabase {
  const wholeAnswerMs = options.wholeAnswerMs ?? requestMs
  // Nobody waits for it any longer by then. The other time limits do not see a connection that falls silent within a batch.
  const transactionMs = wholeAnswerMs + afterAnswerMs
  const settings = [...serverSettings, `transaction_timeout=${transactionMs}`]
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'casillero',
    max: options.poolSize,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  pool.on('error', (error) => options.onLostConnection?.(error))
  const names = new Map<string, string>()
  const inTurn = createFairShare({
    most: options.companyShare ?? Math.ceil(options.poolSize * 0.6),
    longestQueue,
    patienceMs: shareWaitMs,
  })

  /** A name lets PostgreSQL keep the plan; endless variants of a text (rows of an insert) would fill its memory. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || text.length > maxNamedLength || names.size >= maxNamedStatements) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  /** Whoever waited for their turn already waits the less for a connection: who is refused hears of it after two seconds. */
  async function lend(deadline: number): Promise<pg.PoolClient> {
    const waited = performance.now() + wholeAnswerMs - deadline
    const lent = pool.connect()
    if (waited < shareWaitMs / 10 || waited > poolWaitMs) return await lent
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new Error('timeout exceeded when trying to connect'))
      lent.then(
        (client) => client.release(),
        () => {},
      )
    }, poolWaitMs - waited)
    try {
      return await Promise.race([lent, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Lends a connection until `use` has ended or the deadline has passed, which takes the connection down. */
  async function onConnection<T>(
    deadline: number,
    use: (send: Send, noteBroken: (error: Error) => void) => Promise<T>,
  ): Promise<T> {
    // Whoever would wait too long is better told so at once: what is accepted is then answered in time.
    if (pool.waitingCount >= longestQueue) throw new AppError('unavailable', { retryAfterSeconds: 2 })
    const client = await lend(deadline)
    let broken: Error | undefined
    // The pool listens to idle connections only; one that breaks in use would end the whole process unheard.
    const noteBroken = (error: Error) => {
      broken ??= error
    }
    client.on('error', noteBroken)
    const sender = createSender((statements, done) => {
      if (broken) return done(broken, [])
      for (const { text } of statements) options.onStatement?.(text)
      const named = statements.map(({ text, values }) => ({ name: nameOf(text), text, values }))
      client.query(createBatch(named, readers, done))
    })
    // A browser gives up at ten seconds; a statement that would outlast the answer takes its connection down.
    const timer = setTimeout(() => {
      const late = new Error('Query read timeout')
      noteBroken(late)
      sender.giveUp(late)
    }, deadline - performance.now())
    try {
      return await use(sender.send, noteBroken)
    } finally {
      clearTimeout(timer)
      client.off('error', noteBroken)
      client.release(broken)
    }
  }

  const newDeadline = () => performance.now() + wholeAnswerMs

  /** Tries again what may be tried again, within the time of one answer. */
  async function repeating<T>(
    mayRepeat: (error: unknown) => boolean,
    attempt: (deadline: number) => Promise<T>,
    deadline = newDeadline(),
  ) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(deadline)
      } catch (error) {
        if (tries === maxTries || !mayRepeat(error)) throw error
        const pauseMs = Math.random() * 20 * tries
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  const transaction = <T>({ open, run }: Work<T>, until?: number): Promise<T> => {
    const attempt = (deadline: number) =>
      onConnection(deadline, async (send, noteBroken) => {
        const handle = openHandle(async (statement) => (await send(statement))[0])
        try {
          const [, ...opened] = await send(begin, ...open)
          const result = await run(handle.db, opened)
          handle.close()
          const [committed] = await send(commit)
          // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
          if (committed?.command !== 'COMMIT') throw new Error('A failed statement was not let through')
          return result
        } catch (error) {
          handle.close()
          await send(rollback).catch(noteBroken)
          throw error
        }
      })
    return repeating(isRetryable, attempt, until)
  }

  const setTime = (at: Date | undefined): Opening =>
    at ? [{ text: "select set_config('app.now', $1, true)", values: [at.toISOString()] }] : []

  /** One try of a read. */
  async function read<T>(send: Send, { tokenHash, subdomain }: Credentials, authorise: Authorise, run: Run<T>) {
    const opening = [...setTime(options.now?.()), { text: beginReading, values: [tokenHash, subdomain] }]
    let verdict: { refusal?: unknown } | undefined
    async function ask(...statement: Opening): Promise<Answer | undefined> {
      const answers = await send(...opening, ...statement)
      try {
        authorise(sessionOf(answers[opening.length - 1]))
        verdict ??= {}
      } catch (refusal) {
        verdict = { refusal }
        throw refusal
      }
      return answers[opening.length]
    }
    const handle = openHandle(ask)
    const [outcome] = await Promise.allSettled([run(handle.db)])
    handle.close()
    // Who asks for nothing, or for nonsense, is still told first that they may not ask.
    if (!verdict) await ask()
    if (verdict && 'refusal' in verdict) throw verdict.refusal
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  return {
    // What only reads may be asked again on another connection; of a write nobody knows whether it was done.
    reading(credentials, authorise, run) {
      // Waiting for one's turn is part of the answer's time.
      const until = newDeadline()
      return inTurn(credentials.subdomain, () =>
        repeating(
          (error) => isRetryable(error) || isConnectionLost(error),
          (deadline) => onConnection(deadline, (send) => read(send, credentials, authorise, run)),
          until,
        ),
      )
    },
    asSession({ tokenHash, subdomain }, run) {
      const until = newDeadline()
      return inTurn(subdomain, () =>
        transaction(
          {
            open: [...setTime(options.now?.()), { text: beginSession, values: [tokenHash, subdomain] }],
            run: (db, opened) => run(db, sessionOf(opened.at(-1))),
          },
          until,
        ),
      )
    },
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

const userTypes: readonly unknown[] = ['admin', 'user', 'viewer'] satisfies Session['userType'][]
const isUserType = (value: unknown): value is Session['userType'] => userTypes.includes(value)

function sessionOf(answer: Answer | undefined): Session | undefined {
  const row = answer?.rows[0]
  if (!row || !isUserType(row.user_type)) return undefined
  return {
    sessionId: String(row.session_id),
    companyId: String(row.company_id),
    isOperator: row.is_operator === true,
    userId: String(row.user_id),
    userType: row.user_type,
    userName: String(row.user_name),
  }
}
