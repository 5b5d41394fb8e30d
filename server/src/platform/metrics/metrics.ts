import { messageStates } from '@casillero/shared/domain/message-state'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database, PooledDatabase } from '../database/database.ts'

/** `route` is the pattern, never the requested path. */
export type Answered = { method: string; route: string | undefined; status: number; seconds: number }

export type Metrics = {
  answered(request: Answered): void
  jobFailed(job: string): void
  /** Prometheus' text format; reads the database at most every five seconds. */
  text(): Promise<string>
  contentType: string
}

const countsFreshMs = 5_000
// Dense around one second, when a clerk notices the delay, and up to ten, when a browser gives up.
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics name no company, person or address. An unreachable database is `casillero_database_up 0` and never fails a scrape. */
export function createMetrics(
  database: Pick<PooledDatabase, 'withoutCompany' | 'pool' | 'hasReplica' | 'readStanding'>,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'casillero_http_requests_total',
    help: 'Requests answered, by method, route and class of status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'casillero_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  })
  const jobFailures = new Counter({
    name: 'casillero_worker_failures_total',
    help: 'Jobs of the worker that failed and are tried again',
    labelNames: ['job'],
    registers,
  })
  new Gauge({
    name: 'casillero_pool_connections',
    help: 'Connections of this process to PostgreSQL',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle } = database.pool()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'casillero_pool_waiting',
    help: 'Requests of this process that wait for a connection to PostgreSQL',
    registers,
    collect() {
      this.set(database.pool().waiting)
    },
  })
  const readInstallation = createInstallationGauges(registry, database)

  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  async function read(): Promise<void> {
    await readInstallation()
    readAt = performance.now()
    reading = undefined
  }

  return {
    answered({ method, route = 'none', status, seconds }) {
      requests.inc({ method, route, status: `${Math.trunc(status / 100)}xx` })
      durations.observe({ method, route }, seconds)
    },
    jobFailed: (job) => jobFailures.inc({ job }),
    async text() {
      if (performance.now() - readAt >= countsFreshMs) reading ??= read()
      await reading
      return await registry.metrics()
    },
    contentType: registry.contentType,
  }
}

type Counts = {
  sessions: number
  idempotency_keys: number
  messages: Record<string, number>
  oldest_queued_seconds: number
}

/** Returns the function that reads them. If the database cannot be read they have no value, as old ones would hide the outage. */
function createInstallationGauges(
  registry: Registry,
  database: Pick<Database, 'withoutCompany' | 'hasReplica' | 'readStanding'>,
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const isUp = gauge('casillero_database_up', 'Whether the database answered when it was last asked')
  const sessions = gauge('casillero_sessions', 'Sessions of the installation that are signed in')
  const keys = gauge('casillero_idempotency_keys', 'Idempotency keys of the installation, kept for seven days')
  const oldest = gauge('casillero_oldest_queued_message_seconds', 'Age of the oldest message that waits, 0 for none')
  const messages = new Gauge({
    name: 'casillero_messages',
    help: 'Messages of the installation: all that wait or are on their way, and the ended ones of the last day',
    labelNames: ['state'],
    registers: [registry],
  })

  const replica = new Gauge({
    name: 'casillero_replica_lag_seconds',
    help: 'Seconds by which the replica of READ_DATABASE_URL is behind its primary; no value where it cannot be asked',
    labelNames: ['primary', 'replica'],
    registers: [registry],
  })

  const nothing = { primary: null, replica: null }
  const readStanding = async () => (database.hasReplica ? await database.readStanding().catch(() => nothing) : nothing)

  return async () => {
    const { primary, replica: standing } = await readStanding()
    // Otherwise the labels from before a failover would stay.
    replica.reset()
    if (standing) replica.set({ primary: primary ?? '', replica: standing.address ?? '' }, standing.lagSeconds)
    const counts = await readCounts(database).catch(() => undefined)
    isUp.set(counts ? 1 : 0)
    for (const each of [sessions, keys, oldest]) each.remove()
    for (const state of messageStates) messages.remove(state)
    if (!counts) return
    sessions.set(counts.sessions)
    keys.set(counts.idempotency_keys)
    oldest.set(counts.oldest_queued_seconds)
    for (const state of messageStates) messages.set({ state }, counts.messages[state] ?? 0)
  }
}

async function readCounts(database: Pick<Database, 'withoutCompany'>): Promise<Counts | undefined> {
  const { rows } = await database.withoutCompany((db) => sql<Counts>`select * from installation_counts()`.execute(db))
  return rows[0]
}
