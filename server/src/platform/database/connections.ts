import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { AppError, isUnreachable } from '../errors.ts'
import { createBatch } from './statement-batch.ts'
import { createSender, type Send } from './statement-sender.ts'
import { chooseReader } from './wire-types.ts'

/** In milliseconds from the call's begin: a second less than a browser waits, so that its user reads the refusal. */
export const longestAbsenceMs = 9_000
const probeMs = 200

type Absence = {
  isAway(): boolean
  /** Throws `unavailable` at `until`, an instant of `performance.now()`. */
  waitForReturn(until: number): Promise<void>
  /** How long a call goes on waiting for its turn behind those that wait for PostgreSQL; 0 when its wait is over. */
  extendTurn(waitedMs: number): number
}

/**
 * One probe asks for all calls that wait: each for itself would be a storm on a server that is just starting.
 * @param probe rejects while PostgreSQL takes no connections that may write
 * @param turnMs the time that a call may wait for its turn in ordinary times
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
  /** For counting. */
  onStatement?: (sql: string) => void
  /** An idle connection broke. */
  onLostConnection?: (error: Error) => void
  /** A pool that only reads. */
  mayBeStandby?: boolean
}

const poolWaitMs = 2_000
/** In milliseconds: with the wait for the pool it leaves time for the answer before a browser gives up. */
export const shareWaitMs = 1_500

/** Of one company; one more is refused at once. */
export const maxQueued = 200
const afterAnswerMs = 2_000
/** In milliseconds, where the wait for a failover has used up the call's own time. */
const afterReturnMs = 2_000
const maxNamedStatements = 500
const maxNamedLength = 6_000

const serverSettings = [
  'role=casillero_app',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=10000',
  'client_connection_check_interval=1000',
  // A machine that loses its power closes no connection; PostgreSQL would keep it for two hours.
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'timezone=UTC',
]

/** PostgreSQL ends what hangs; a file may take minutes over a slow link. */
export const longReadSettings = [
  ...serverSettings,
  'statement_timeout=30000',
  'idle_in_transaction_session_timeout=60000',
  `transaction_timeout=${15 * 60_000}`,
]

/** A busy machine makes it slow, not wrong. */
const endlessSettings = [
  ...serverSettings,
  ...['lock', 'idle_in_transaction_session', 'statement', 'transaction'].map((what) => `${what}_timeout=0`),
]

function settingsFor(wholeAnswerMs: number): string[] {
  if (wholeAnswerMs === Number.POSITIVE_INFINITY) return endlessSettings
  // By then the caller has given up. The other time limits do not notice a connection that falls silent within a batch.
  const transactionMs = wholeAnswerMs + afterAnswerMs
  // A statement ends before its transaction: after five seconds in a request.
  const statementMs = Math.max(5_000, Math.round((wholeAnswerMs * 2) / 3))
  return [...serverSettings, `statement_timeout=${statementMs}`, `transaction_timeout=${transactionMs}`]
}

/**
 * As PostgreSQL does while it starts: a standby may come up before the address leads elsewhere, and its rows may be older than what a user
 * has just saved.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
  if (rows[0]?.is_standby) throw Object.assign(new Error('PostgreSQL is a standby'), { code: '57P03' })
}

/**
 * Every connection starts as the unprivileged role, so that a statement outside a transaction of ours sees nothing. `wholeAnswerMs` is
 * infinite for work without a limit; `onConnection` throws `unavailable` when too many wait.
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
  // The pool listens to idle connections only; without this listener one that breaks in use, or in the packet that says it is ready,
  // would end the whole process.
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => noteFailure(client, error))
    // PostgreSQL acknowledges a commit that it has stopped waiting to see on the standby, with no more than this notice.
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') noteFailure(client, new AppError('unavailable', { retryAfterSeconds: 2 }))
    })
  })
  const names = new Map<string, string>()
  /** PostgreSQL keeps its plan; only so many, because endless variants of a text would fill its memory. */
  function readName(text: string): string | undefined {
    const known = names.get(text)
    if (known || text.length > maxNamedLength || names.size >= maxNamedStatements) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  /** The wait for the company's turn counts too. */
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
  /** Not opened in time while not all are in use: it leads nowhere. */
  const isAway = (error: unknown) =>
    isUnreachable(error) || (inUse < options.poolSize && error instanceof Error && /^timeout e/.test(error.message))

  /** Gives the deadline too, which a wait has moved. */
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

  /** At the deadline the connection is closed. A patient call waits for a PostgreSQL that takes no connections. Decision 047. */
  async function onConnection<T>(
    answerBy: number,
    use: (send: Send, noteBroken: (error: Error) => void) => Promise<T>,
    isPatient = false,
  ): Promise<T> {
    // A call that would wait too long is refused at once, so that accepted calls are answered in time.
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
    // A browser gives up at ten seconds; the connection of a statement that would outlast the answer is closed.
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
