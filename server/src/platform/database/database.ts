import { isConnectionLost, isRetryable } from '../errors.ts'
import { createConnections, longReadSettings, maxQueued, type PoolOptions, shareWaitMs } from './connections.ts'
import { createFairTurns, type FairTurns, type Party } from './fair-turns.ts'
import type { Db } from './kysely-handle.ts'
import { readNetwork } from './network.ts'
import { createReplica, isOfReplica, readPosition, type Standing } from './replica.ts'
import { buildConfirmation, buildOpening, type Credentials, readSession, type Session } from './session-row.ts'
import { inSnapshot, type ReadRows } from './snapshot.ts'
import { describeToken } from './staff-party.ts'
import { type Authorise, createTransactions, type Patience, type Run } from './transactions.ts'

export type { Db } from './kysely-handle.ts'
export type { Standing } from './replica.ts'
export type { Credentials, Session } from './session-row.ts'
export type { ReadRows, RowsStatement } from './snapshot.ts'
export type { Patience } from './transactions.ts'

/** What the caller asks for, and the address. */
export type AnonymousCaller = {
  door: 'health' | 'logos' | 'webhooks' | 'links' | 'sign-in'
  address: string
  /** Known, so the caller has not made it up. */
  company?: string | undefined
  /** A known device, link or webhook, so the caller has not made it up. */
  known?: string | undefined
}

export type Database = {
  /**
   * The statements of one turn of the event loop are one read-only transaction, so a read costs one packet each way. What `authorise`
   * throws always reaches the caller. Long reads go to an up-to-date replica.
   */
  readAsSession<T>(credentials: Credentials, authorise: Authorise, run: Run<T>, isLong?: boolean): Promise<T>
  /**
   * Runs without a session if the token is not valid on this host. A transaction that works once for a key may run again after a lost
   * answer.
   */
  asSession<T>(
    credentials: Credentials,
    run: (db: Db, session: Session | undefined) => Promise<T>,
    patience?: Patience,
  ): Promise<T>
  /** Sees one moment of the data, on a connection outside the pool; ends with the signal. */
  inSnapshot<T>(
    credentials: Credentials,
    signal: AbortSignal,
    run: (read: ReadRows, session: Session | undefined) => Promise<T>,
  ): Promise<T>
  /**
   * Sees no company's rows; for named functions that look across companies. Without `patience` it is refused at once if PostgreSQL is
   * unreachable.
   */
  withoutCompany<T>(run: Run<T>, patience?: Patience): Promise<T>
  /** Like `withoutCompany`, but each door has a queue, with turns for each company and network. */
  asAnonymous<T>(caller: AnonymousCaller, run: Run<T>): Promise<T>
  /** Runs without a token, at the given instant; for seeds, tests and jobs. `maxMs` allows longer work than an answer. */
  asUser<T>(
    actor: { companyId: string; userId: string; at?: Date; maxMs?: number },
    run: (db: Db) => Promise<T>,
  ): Promise<T>
  /** Long reads may use a replica. */
  hasReplica: boolean
  readStanding(): Promise<Standing>
  close(): Promise<void>
}

/** Counts open connections, idle ones, and waiting requests. */
export type PooledDatabase = Database & {
  pool(): { total: number; idle: number; waiting: number }
  /** Calls `subdomain` only if it matters. */
  admits(subdomain: () => string | null): boolean
}

export type DatabaseOptions = PoolOptions & {
  /** Answers long reads, as the user of `url`. */
  replicaUrl?: string | undefined
  /** Parallel calls of a company; left out: six tenths of all. */
  companyShare?: number
  /** Parallel calls at one door; left out: two tenths of all. */
  anonymousShare?: number
  /** In milliseconds; infinite for a seed. */
  wholeAnswerMs?: number
  /** For tests; left out, the database's clock is used. */
  now?: () => Date | undefined
}

// Milliseconds: half a second less than an answer may take, so that a busy machine still refuses in time.
const requestMs = 7_500
// Anonymous calls are single quick queries, so a queue of this length is served in time.
const maxQueuedAnonymous = 500
// Ten calls per connection take a fraction of a second; further ones would wait longer.
const callsPerConnection = 10

const describeAnonymous = ({ address, company, known }: AnonymousCaller): Party =>
  known === undefined
    ? { company: company ?? '', rank: 'newcomer', origin: readNetwork(address) }
    : { company: company ?? known, rank: 'client', origin: known }

/**
 * Transactions are of one company or none; they commit, or throw and leave nothing. Deadlocks are retried. Throws `unavailable` if no
 * connection is free in time.
 */
export function createDatabase(options: DatabaseOptions): PooledDatabase {
  const wholeAnswerMs = options.wholeAnswerMs ?? requestMs
  const { onConnection, extendTurn, pool, close } = createConnections({ ...options, wholeAnswerMs })
  const maxOfCompany = options.companyShare ?? Math.ceil(options.poolSize * 0.6)
  const sessions = createFairTurns({
    maxOfCompany,
    maxOfOrigin: Math.ceil((maxOfCompany * 2) / 3),
    maxQueuedOfCompany: maxQueued,
    maxTotal: options.poolSize * callsPerConnection,
    maxWaitMs: shareWaitMs,
    extendTurn,
  })

  const maxConcurrent = Math.max(1, Math.floor(options.anonymousShare ?? options.poolSize * 0.2))
  const queueLimits = { maxConcurrent, maxQueued: maxQueuedAnonymous, maxWaitMs: shareWaitMs, extendTurn }
  const createQueue = () =>
    createFairTurns({
      ...queueLimits,
      // Known callers get at most half of the places, so the other half stays free of them.
      maxOfCompany: Math.ceil(maxConcurrent / 2),
      maxOfOrigin: Math.ceil(maxConcurrent / 4),
      restOfCompany: { times: 2, mostMs: 50 },
    })
  const queues: Record<AnonymousCaller['door'], FairTurns> = {
    health: createQueue(),
    logos: createQueue(),
    // One gateway serves all companies, and each event is a quick query, so turns suffice.
    webhooks: createFairTurns(queueLimits),
    links: createQueue(),
    'sign-in': createQueue(),
  }

  const startDeadline = () => performance.now() + wholeAnswerMs
  const { runTransaction, retry, read, setTime } = createTransactions({ onConnection, startDeadline, now: options.now })

  const far = options.replicaUrl
    ? createConnections({ ...options, url: options.replicaUrl, wholeAnswerMs, mayBeStandby: true })
    : undefined
  const onReplica = far && createTransactions({ onConnection: far.onConnection, startDeadline, now: options.now })
  const replica = onReplica && createReplica((run) => onReplica.runTransaction({ open: [], run }))

  const withoutCompany = <T>(run: Run<T>, until?: number, patience?: Patience): Promise<T> =>
    runTransaction({ open: setTime(options.now?.()), run }, until, patience)

  return {
    async readAsSession(credentials, authorise, run, isLong = false) {
      // The wait for the company's turn counts as time of the answer.
      const until = startDeadline()
      return await sessions.run(describeToken(credentials), async () => {
        // A read may be repeated on another connection; a write may have been committed already.
        const readHere = <R>(what: Run<R>) =>
          retry(
            (error) => isRetryable(error) || isConnectionLost(error),
            (deadline) => onConnection(deadline, (send) => read(send, credentials, authorise, what), true),
            until,
          )
        if (!isLong || !replica || !far || !onReplica) return await readHere(run)
        const { lsn } = await readHere(readPosition)
        if (!(await replica.hasReached(lsn))) return await readHere(run)
        try {
          return await far.onConnection(until, (send) => onReplica.read(send, credentials, authorise, run))
        } catch (error) {
          if (!isOfReplica(error)) throw error
          replica.rest()
          return await readHere(run)
        }
      })
    },
    asSession(credentials, run, patience = {}) {
      const until = startDeadline()
      return sessions.run(describeToken(credentials), () =>
        runTransaction(
          {
            open: [...setTime(options.now?.()), buildOpening(credentials, false)],
            run: (db, opened) => run(db, readSession(opened.at(-1))),
            // Another call may have ended the session during the wait. Then all that was written is rolled back.
            confirm(opened) {
              const session = readSession(opened.at(-1))
              return session ? [buildConfirmation(credentials, session)] : []
            },
          },
          until,
          patience,
        ),
      )
    },
    async inSnapshot(credentials, signal, run) {
      const open = [...setTime(options.now?.()), buildOpening(credentials, true)]
      const isThere = replica && (await replica.hasReached((await withoutCompany(readPosition)).lsn))
      const url = isThere && options.replicaUrl ? options.replicaUrl : options.url
      return await inSnapshot({ url, settings: longReadSettings, open, signal }, (opened, read) =>
        run(read, readSession(opened.at(-1))),
      )
    },
    withoutCompany: (run, patience) => withoutCompany(run, undefined, patience),
    asAnonymous(caller, run) {
      const until = startDeadline()
      return queues[caller.door].run(describeAnonymous(caller), () => withoutCompany(run, until, {}))
    },
    asUser: ({ companyId, userId, at, maxMs }, run) =>
      runTransaction(
        {
          open: [
            ...setTime(at ?? options.now?.()),
            {
              text: "select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true)",
              values: [companyId, userId],
            },
            // The connection is closed at the deadline as usual.
            ...(maxMs === undefined
              ? []
              : [{ text: "select set_config('transaction_timeout', '0', true)", values: [] }]),
          ],
          run,
        },
        maxMs === undefined ? undefined : performance.now() + maxMs,
      ),
    admits: sessions.admits,
    pool,
    hasReplica: replica !== undefined,
    async readStanding() {
      const { lsn, address } = await withoutCompany(readPosition)
      const standing = replica && (await replica.readStanding(lsn).catch(() => null))
      return { primary: address, hasReplica: replica !== undefined, replica: standing ?? null }
    },
    async close() {
      await Promise.all([close(), far?.close()])
    },
  }
}
