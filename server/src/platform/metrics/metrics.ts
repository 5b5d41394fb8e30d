import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PooledDatabase } from '../database/database.ts'
import { createInstallationGauges } from './metrics-installation.ts'

/** `route` is the pattern, never the path that the caller wrote. */
export type Answered = { method: string; route: string | undefined; status: number; seconds: number }

export type Metrics = {
  answered(request: Answered): void
  jobFailed(job: string): void
  /** In the text format of Prometheus; reads the database at most once in five seconds. */
  text(): Promise<string>
  contentType: string
}

const countsFreshMs = 5_000
// Dense around one second, after which a clerk notices the delay, and up to the ten after which a browser gives up.
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** No metric names a company, a person or an address; an unreachable database is `casillero_database_up 0` and never fails a scrape. */
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
