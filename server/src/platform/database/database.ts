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

/** What it asks for, and from which address. */
export type AnonymousCaller = {
  door: 'health' | 'logos' | 'webhooks' | 'links' | 'sign-in'
  address: string
  /** Found before, so that it is not made up. */
  company?: string | undefined
  /** A device, link or webhook that was found before, so that it is not made up. */
  known?: string | undefined
}

export type Database = {
  /**
   * The statements of one turn are a read-only transaction of their own, so a read costs one packet each way. What `authorise` refuses is
   * thrown, whatever `run` makes of it. A long read is answered by the replica, where there is one that has everything.
   */
  readAsSession<T>(credentials: Credentials, authorise: Authorise, run: Run<T>, isLong?: boolean): Promise<T>
  /**
   * Without a session when the token is not valid on this host. A transaction that does its work once for a key may run again after a lost
   * answer.
   */
  asSession<T>(
    credentials: Credentials,
    run: (db: Db, session: Session | undefined) => Promise<T>,
    patience?: Patience,
  ): Promise<T>
  /** On a connection outside the pool, at one moment of the data; it ends with the signal. */
  inSnapshot<T>(
    credentials: Credentials,
    signal: AbortSignal,
    run: (read: ReadRows, session: Session | undefined) => Promise<T>,
  ): Promise<T>
  /**
   * Sees no company's rows; for the named functions that look across companies. Without `patience` it is refused at once where PostgreSQL
   * is away.
   */
  withoutCompany<T>(run: Run<T>, patience?: Patience): Promise<T>
  /** As `withoutCompany`: each door has its queue, and in it each company and each network its turns. */
  asAnonymous<T>(caller: AnonymousCaller, run: Run<T>): Promise<T>
  /** Without a token, at the instant given; for seeds, tests and jobs. `maxMs` is for what may take longer than an answer. */
  asUser<T>(
    actor: { companyId: string; userId: string; at?: Date; maxMs?: number },
    run: (db: Db) => Promise<T>,
  ): Promise<T>
  /** Long reads may go to it. */
  hasReplica: boolean
  /** Reads where the primary and its replica stand. */
  readStanding(): Promise<Standing>
  close(): Promise<void>
}

/** Open ones, idle ones, and requests that wait for one. */
export type PooledDatabase = Database & {
  pool(): { total: number; idle: number; waiting: number }
  /** The subdomain is only asked for where it matters. */
  admits(subdomain: () => string | null): boolean
}

export type DatabaseOptions = PoolOptions & {
  /** Answers long reads; its user is that of `url`. */
  replicaUrl?: string | undefined
  /** At once; left out: six tenths of all. */
  companyShare?: number
  /** At one door at once; left out: two tenths of all. */
  anonymousShare?: number
  /** In milliseconds; infinite for a seed. */
  wholeAnswerMs?: number
  /** For tests; left out, the database's own clock counts. */
  now?: () => Date | undefined
}

// Half a second less than the eight that an answer may take, so that a refusal is sent in time on a busy machine too.
const requestMs = 7_500
// Anonymous calls are single quick queries, so that a queue of this length is served within the time that a call may wait.
const maxQueuedAnonymous = 500
// Ten calls for each connection are done within a fraction of a second; calls beyond them would wait for longer.
const callsPerConnection = 10

const describeAnonymous = ({ address, company, known }: AnonymousCaller): Party =>
  known === undefined
    ? { company: company ?? '', rank: 'newcomer', origin: readNetwork(address) }
    : { company: company ?? known, rank: 'client', origin: known }

/**
 * In transactions of one company, or of none, which commit, or throw and leave nothing. Deadlocks are tried again; `unavailable` is thrown
 * when no connection is free in time.
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
      // Known callers have half of the places at most, so that the other half stays free of them.
      maxOfCompany: Math.ceil(maxConcurrent / 2),
      maxOfOrigin: Math.ceil(maxConcurrent / 4),
      restOfCompany: { times: 2, mostMs: 50 },
    })
  const queues: Record<AnonymousCaller['door'], FairTurns> = {
    health: createQueue(),
    logos: createQueue(),
    // One gateway speaks for each company, of which each event is a quick look: turns are enough.
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
      // The wait for the company's turn is part of the answer's time.
      const until = startDeadline()
      return await sessions.run(describeToken(credentials), async () => {
        // A read may be repeated on another connection; of a write it is unknown whether it was committed.
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
            // The call may have waited behind the one that ended its session; what it wrote is then taken back.
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
            // The connection is closed at the deadline as ever.
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
