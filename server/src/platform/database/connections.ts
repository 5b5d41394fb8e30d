import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { AppError, isUnreachable } from '../errors.ts'
import { createBatch } from './statement-batch.ts'
import { createSender, type Send } from './statement-sender.ts'
import { chooseReader } from './wire-types.ts'

/** Milliseconds since the call began: a second less than browsers wait, so that the user sees the refusal. */
export const longestAbsenceMs = 9_000
const probeMs = 200

type Absence = {
  isAway(): boolean
  /** Waits until PostgreSQL is back. Throws `unavailable` at `until`, an instant of `performance.now()`. */
  waitForReturn(until: number): Promise<void>
  /** How much longer a call waits for its turn, behind those that wait for PostgreSQL; 0 when its time is over. */
  extendTurn(waitedMs: number): number
}

/**
 * One probe serves all waiting calls, because one each would be a storm on a starting server.
 * @param probe rejects while PostgreSQL takes no connections that may write
 * @param turnMs how long a call usually waits for its turn
 */
export function createAbsence(probe: () => Promise<void>, turnMs: number): Absence {
  let waiting = 0
  let returnedAt = Number.NEGATIVE_INFINITY
  let back: Promise<void> | undefined

  async function watch(): Promise<void> {
    while (waiting > 0) {
      const isBack = await probe().then(
        () => true,
        () => false,
      )
      if (isBack) {
        returnedAt = performance.now()
        return
      }
      await pause(probeMs)
    }
  }

  return {
    isAway: () => back !== undefined,
    async waitForReturn(until) {
      waiting += 1
      back ??= watch().finally(() => {
        back = undefined
      })
      const isOver = new AbortController()
      const late = pause(Math.max(0, until - performance.now()), 'late' as const, { signal: isOver.signal })
      late.catch(() => {})
      try {
        if ((await Promise.race([back, late])) === 'late') throw new AppError('unavailable', { retryAfterSeconds: 2 })
      } finally {
        isOver.abort()
        waiting -= 1
      }
    },
    extendTurn(waitedMs) {
      const left = longestAbsenceMs - waitedMs
      const more = back ? probeMs : returnedAt + turnMs - performance.now()
      return Math.max(0, Math.min(left, more))
    },
  }
}

export type PoolOptions = {
  /** Its user must be allowed to become casillero_app. */
  url: string
  poolSize: number
  /** Called for each statement, to count them. */
  onStatement?: (sql: string) => void
  /** Called when an idle connection breaks. */
  onLostConnection?: (error: Error) => void
  /** True for a pool that only reads. */
  mayBeStandby?: boolean
}

const poolWaitMs = 2_000
/** Milliseconds. With the wait for the pool, it leaves time to answer before a browser gives up. */
export const shareWaitMs = 1_500

/** Waiting calls of one company; further ones are refused at once. */
export const maxQueued = 200
const afterAnswerMs = 2_000
/** Milliseconds, for a call that used up its own time waiting for a failover. */
const afterReturnMs = 2_000
const maxNamedStatements = 500
const maxNamedLength = 6_000

const serverSettings = [
  'role=casillero_app',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=10000',
  'client_connection_check_interval=1000',
  // A machine that loses power closes no connection; PostgreSQL would keep it for two hours.
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'timezone=UTC',
]

/** PostgreSQL ends hanging statements; a file may take minutes over a slow link. */
export const longReadSettings = [
  ...serverSettings,
  'statement_timeout=30000',
  'idle_in_transaction_session_timeout=60000',
  `transaction_timeout=${15 * 60_000}`,
]

/** Work without limit: a busy machine makes it slow, not wrong. */
const endlessSettings = [
  ...serverSettings,
  ...['lock', 'idle_in_transaction_session', 'statement', 'transaction'].map((what) => `${what}_timeout=0`),
]

function settingsFor(wholeAnswerMs: number): string[] {
  if (wholeAnswerMs === Number.POSITIVE_INFINITY) return endlessSettings
  // After this the caller has given up. No other time limit notices a connection that falls silent within a batch.
  const transactionMs = wholeAnswerMs + afterAnswerMs
  // A statement ends before its transaction: after five seconds in a request.
  const statementMs = Math.max(5_000, Math.round((wholeAnswerMs * 2) / 3))
  return [...serverSettings, `statement_timeout=${statementMs}`, `transaction_timeout=${transactionMs}`]
}

/**
 * Refuses as PostgreSQL does while it starts. A standby may be up before the address leads elsewhere, and its rows may be older than what a
 * user has just saved.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
  if (rows[0]?.is_standby) throw Object.assign(new Error('PostgreSQL is a standby'), { code: '57P03' })
}

/**
 * Every connection starts as the unprivileged role, so that statements outside our transactions see nothing. `wholeAnswerMs` is infinite
 * for work without a limit; `onConnection` throws `unavailable` if too many wait.
 */
export function createConnections(options: PoolOptions & { wholeAnswerMs: number }) {
  const { wholeAnswerMs } = options
  const isEndless = wholeAnswerMs === Number.POSITIVE_INFINITY
  const settings = settingsFor(wholeAnswerMs)
  const wire = {
    connectionString: options.url,
    application_name: 'casillero',
    connectionTimeoutMillis: isEndless ? 0 : poolWaitMs,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  }
  const onConnect = options.mayBeStandby ? undefined : refuseStandby
  const pool = new pg.Pool({
    ...wire,
    max: options.poolSize,
    idleTimeoutMillis: 30_000,
    ...(onConnect && { onConnect }),
  })
  const absence = createAbsence(async () => {
    const client = new pg.Client({ ...wire, query_timeout: poolWaitMs })
    client.on('error', () => {})
    try {
      await client.connect()
      await onConnect?.(client)
    } finally {
      void client.end().catch(() => {})
    }
  }, shareWaitMs)
  pool.on('error', (error) => options.onLostConnection?.(error))
  const failures = new WeakMap<pg.PoolClient, Error>()
  const noteFailure = (client: pg.PoolClient, error: Error) => {
    if (!failures.has(client)) failures.set(client, error)
  }
  // The pool listens only to idle connections. Without this listener one that breaks in use, or just as it becomes ready, would end the
  // whole process.
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => noteFailure(client, error))
    // Only this notice says that PostgreSQL acknowledged a commit without waiting for the standby.
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') noteFailure(client, new AppError('unavailable', { retryAfterSeconds: 2 }))
    })
  })
  const names = new Map<string, string>()
  /** PostgreSQL keeps the plan of a named statement. Names are limited, because endless variants of a text would fill its memory. */
  function readName(text: string): string | undefined {
    const known = names.get(text)
    if (known || text.length > maxNamedLength || names.size >= maxNamedStatements) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  /** The wait for the company's turn counts as well. */
  async function takeConnection(deadline: number): Promise<pg.PoolClient> {
    const lent = pool.connect()
    if (isEndless) return await lent
    const waited = performance.now() + wholeAnswerMs - deadline
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

  let inUse = 0
  /** A connection that does not open in time, while some are free, leads nowhere. */
  const isAway = (error: unknown) =>
    isUnreachable(error) || (inUse < options.poolSize && error instanceof Error && /^timeout e/.test(error.message))

  /** Also returns the deadline, which a wait may have moved. */
  async function takePatiently(deadline: number): Promise<{ client: pg.PoolClient; deadline: number }> {
    const until = deadline - wholeAnswerMs + longestAbsenceMs
    let own = deadline
    let mustWait = absence.isAway()
    for (;;) {
      if (mustWait) {
        await absence.waitForReturn(until)
        own = performance.now() + wholeAnswerMs
      }
      try {
        const client = await takeConnection(own)
        return { client, deadline: own === deadline ? own : Math.max(deadline, performance.now() + afterReturnMs) }
      } catch (error) {
        if (!isAway(error) || performance.now() >= until) throw error
        mustWait = true
      }
    }
  }

  /** Closes the connection at the deadline. A patient call waits until PostgreSQL accepts connections. Decision 047. */
  async function onConnection<T>(
    answerBy: number,
    use: (send: Send, noteBroken: (error: Error) => void) => Promise<T>,
    isPatient = false,
  ): Promise<T> {
    // A call that would wait too long is refused at once, so that accepted ones are answered in time.
    if (pool.waitingCount >= maxQueued) throw new AppError('unavailable', { retryAfterSeconds: 2 })
    const { client, deadline } =
      isPatient && !isEndless
        ? await takePatiently(answerBy)
        : { client: await takeConnection(answerBy), deadline: answerBy }
    const noteBroken = (error: Error) => noteFailure(client, error)
    const sender = createSender((statements, done) => {
      const broken = failures.get(client)
      if (broken) return done(broken, [])
      for (const { text } of statements) options.onStatement?.(text)
      const named = statements.map(({ text, values }) => ({ name: readName(text), text, values }))
      const settle: typeof done = (error, answers) => {
        const unsure = failures.get(client)
        if (unsure instanceof AppError) done(unsure, [])
        else done(error, answers)
      }
      client.query(createBatch(named, chooseReader, settle))
    })
    // Browsers give up at ten seconds. A connection whose statement would outlast the answer is closed.
    const giveUp = () => {
      const late = new Error('Query read timeout')
      noteBroken(late)
      sender.giveUp(late)
    }
    const timer = isEndless ? undefined : setTimeout(giveUp, deadline - performance.now())
    inUse += 1
    try {
      return await use(sender.send, noteBroken)
    } finally {
      inUse -= 1
      clearTimeout(timer)
      client.release(failures.get(client))
    }
  }

  return {
    onConnection,
    extendTurn: absence.extendTurn,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}
