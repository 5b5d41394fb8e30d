import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningPostgres } from '@casillero/embedded-postgres'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { closeDemoAccounts } from './demo/close-accounts.ts'
import { seedDemo } from './demo/seed.ts'
import { demoCompany, demoPassword, emailOf } from './demo/staff.ts'
import { fetchingJob } from './features/conversations/jobs.ts'
import { receiveEvent } from './features/conversations/receive-event.ts'
import { importingJob } from './features/imports/write/jobs.ts'
import { sendingJobs, sendingTimes, settlingJob } from './features/messages/sending/jobs.ts'
import { measuringJob } from './features/promises/jobs.ts'
import { signupJob } from './features/signups/jobs.ts'
import { remindingJob } from './features/waiting/jobs.ts'
import { deliveringJobs } from './features/webhooks/jobs.ts'
import { allowLocalReceivers } from './features/webhooks/receivers.ts'
import { connectionJobs, connectionTimes } from './features/whatsapp/jobs.ts'
import { askOperators } from './platform/auth/second-step.ts'
import { createDatabase, type Database, type PooledDatabase } from './platform/database/database.ts'
import { embeddedPostgres } from './platform/database/embedded-postgres.ts'
import { buildReplicaUrl, openLogin } from './platform/database/login-role.ts'
import { migrate } from './platform/database/migrate.ts'
import { checkServerSettings, checkTenancy } from './platform/database/server-settings.ts'
import { settleRestored } from './platform/database/settle-restored.ts'
import { drain } from './platform/http/drain.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { MetricsServer } from './platform/metrics/metrics-server.ts'
import { type Config, readConfig, requireDomain } from './platform/process/config.ts'
import { createLogger } from './platform/process/logger.ts'
import { openOutput } from './platform/process/output.ts'
import { checkDatabaseUrl, checkHost, describeFailure } from './platform/process/start-failure.ts'
import { onStopSignal } from './platform/process/stop-signal.ts'
import { type Job, startWorker, type Worker } from './platform/process/worker.ts'
import { createWaha } from './platform/whatsapp/waha.ts'
import { upkeepJobs } from './upkeep-jobs.ts'

type Running = {
  app?: FastifyInstance
  /** 0 without a proxy. */
  proxyIdleMs?: number
  worker?: Worker
  metrics?: MetricsServer
  database?: PooledDatabase
  postgres?: RunningPostgres
}

const webFolder = join(import.meta.dirname, '../../web/dist')
const output = openOutput(1)
const errorOutput = openOutput(2)
const finishMs = 10_000
// A longer start is ended by closing its database; nothing is kept by halves.
const openingMs = 3_000
const poolEndMs = 1_000
// Longer than the HTTP server's keep-alive, after which no idle connection remains.
const proxyIdleMs = 7_000

/**
 * Starts the database, its schema, then HTTP, and runs until a signal. Ends the process: with 0 after a signal, with 1 and a sentence when
 * something prevents the start, with 1 and a logged error when something unforeseen breaks.
 * @param variables usually `process.env`
 */
export async function startServer(variables: NodeJS.ProcessEnv): Promise<void> {
  const running: Running = {}
  let opening: Promise<void> = Promise.resolve()
  let ending = false
  let dataDir: string | undefined

  function end(code: number): void {
    if (ending) return
    ending = true
    // Stops waiting for the browser app.
    if (process.connected) process.disconnect()
    void stop(running, opening).then(
      () => process.exit(code),
      (error: unknown) => {
        errorOutput.say(describeFailure(error, dataDir))
        process.exit(1)
      },
    )
  }

  process.on('exit', () => {
    for (const each of [output, errorOutput]) each.flushSync()
  })
  onStopSignal({
    parent: Number(variables.STOP_WITHOUT_PARENT) || undefined,
    first: () => {
      say('Stopping …')
      end(0)
    },
    second: () => {
      running.postgres?.stopWithoutWaiting()
      process.exit(1)
    },
  })

  try {
    const config = readConfig(variables)
    if (!config.databaseUrl) dataDir = config.dataDir
    // Checked before anything is opened.
    requireDomain(config)
    const logger = createLogger(config.logLevel, output)
    const die = (error: Error, what: string): void => {
      logger.fatal({ err: error }, what)
      end(1)
    }
    process.on('uncaughtException', (error) => die(error, 'unforeseen error'))
    opening = open(running, config, logger, die)
    await opening
  } catch (error) {
    if (ending) return
    errorOutput.say(describeFailure(error, dataDir))
    end(1)
  }
}

type Die = (error: Error, what: string) => void

/** Returns the URL of the database's owner. */
async function openData(running: Running, config: Config, die: Die): Promise<string> {
  await checkHost('HOST', config.host)
  if (config.metrics) await checkHost('METRICS_HOST', config.metrics.host)
  if (config.databaseUrl) {
    await checkDatabaseUrl(config.databaseUrl)
  } else {
    const lost = (error: Error): void => die(error, 'PostgreSQL is gone')
    running.postgres = await embeddedPostgres.start({ dataDir: config.dataDir, say, lost })
  }
  const ownerUrl = config.databaseUrl ?? running.postgres?.ownerUrl ?? ''
  await checkServerSettings(ownerUrl)
  await migrate(ownerUrl, { say })
  await checkTenancy(ownerUrl)
  await running.postgres?.onceRestored(() => settleRestored(ownerUrl, say))
  return ownerUrl
}

async function open(running: Running, config: Config, logger: Logger, die: Die): Promise<void> {
  const ownerUrl = await openData(running, config, die)
  askOperators(config.environment === 'production')
  if (config.environment === 'production') await closeDemoAccounts(ownerUrl, say)
  // The demo is seeded only into an embedded database in development: an external PostgreSQL gets no companies by itself.
  const isTrial = running.postgres !== undefined && config.environment === 'development'
  const demo = isTrial ? seedDemo({ ownerUrl, say }) : undefined
  // Awaited last; its failure is kept until then.
  demo?.catch(() => undefined)
  const loginUrl = await openLogin(ownerUrl, { given: config.appDatabaseUrl, say })
  // Checked for the requests' role too, because roles may have settings of their own.
  await checkServerSettings(loginUrl)
  running.database = createDatabase({
    url: loginUrl,
    replicaUrl: config.readDatabaseUrl && buildReplicaUrl(loginUrl, config.readDatabaseUrl),
    poolSize: config.poolSize,
    onLostConnection: (error) => logger.warn({ err: error }, 'lost an idle database connection'),
  })
  const metrics = config.metrics && (await openMetrics(running, running.database, config.metrics))
  running.proxyIdleMs = config.trustedProxy === false ? 0 : proxyIdleMs
  await untilBuilt(process.env)
  running.app = await createApp({
    database: running.database,
    admits: running.database.admits,
    logger,
    trustedProxy: config.trustedProxy,
    baseDomain: requireDomain(config),
    isBehindTls: config.trustedProxy !== false,
    // In development Vite serves the browser app, and the folder is missing.
    ...(existsSync(webFolder) && { webFolder }),
    ...(metrics && { onAnswered: metrics.answered }),
    filling: demo,
  })
  // Clears what an earlier server with a gateway saw, which screens would still show.
  if (!config.waha) await running.database.withoutCompany((db) => sql`select note_no_gateway()`.execute(db))
  if (config.webhooksToLocal) allowLocalReceivers()
  const address = await running.app.listen({ port: config.port, host: config.host, backlog: 2_048 })
  say(`Casillero listens on ${address}`)
  const withDemo = await demo
  running.worker = startWorker(createJobs(running.database, config, logger), (job, error) => {
    metrics?.jobFailed(job)
    logger.warn({ job, err: error }, 'a job failed')
  })
  // Browsers resolve names ending in .localhost to this machine; the first label is the company.
  const demoUrl = `http://${demoCompany.subdomain}.casillero.localhost:${new URL(address).port}`
  if (withDemo) say(`Open ${demoUrl} and sign in as ${emailOf.admin} with the password ${demoPassword}.`)
}

/** `npm start` builds the browser app meanwhile, and sends a message when it is ready. */
async function untilBuilt({ BUILD_BESIDE }: NodeJS.ProcessEnv): Promise<void> {
  if (BUILD_BESIDE === undefined) return
  const gone = new AbortController()
  process.once('disconnect', () => gone.abort())
  await once(process, 'message', { signal: gone.signal })
  if (process.connected) process.disconnect()
}

async function openMetrics(
  running: Running,
  database: PooledDatabase,
  listen: { port: number; host: string },
): Promise<Metrics> {
  // Imported only if metrics are served, because the modules cost memory.
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./platform/metrics/metrics.ts'),
    import('./platform/metrics/metrics-server.ts'),
  ])
  const metrics = createMetrics(database)
  running.metrics = await serveMetrics(metrics, listen)
  say(`Metrics at ${running.metrics.address}`)
  return metrics
}

function createJobs(database: Database, { waha, pace }: Config, logger: Logger): Job[] {
  const times = { ...sendingTimes, pace }
  const own = [
    ...upkeepJobs(database, say),
    remindingJob(database),
    measuringJob(database),
    importingJob(database),
    ...deliveringJobs(database),
  ]
  if (!waha) return [...own, settlingJob(database, times)]
  const gateway = createWaha(waha)
  const connection = connectionJobs(database, gateway, receiveEvent, connectionTimes, (err, { job, companyId }) =>
    logger.warn({ job, companyId, err }, 'the gateway failed'),
  )
  // Two jobs, so that the files of one company leave others a turn.
  const fetching = [1, 2].map(() => fetchingJob(database, gateway))
  return [...own, ...connection, ...fetching, signupJob(database), ...sendingJobs(database, gateway, times)]
}

/** Waits 10 s at most for HTTP; then closes the pool, then PostgreSQL. */
async function stop(running: Running, opening: Promise<void>): Promise<void> {
  // Waits a while for a running start, because half-opened parts could not be closed.
  const opened = opening.catch(() => {})
  await waitFor(opened, openingMs)
  if (!running.worker) {
    await running.postgres?.stop()
    delete running.postgres
  }
  await waitFor(opened, finishMs - openingMs)
  const { app, worker, metrics, database, postgres } = running
  await Promise.all([app && stopServing(app, running.proxyIdleMs ?? 0), worker && waitFor(worker.stop(), finishMs)])
  await metrics?.close()
  if (database) await waitFor(database.close(), poolEndMs)
  await postgres?.stop()
}

async function stopServing(app: FastifyInstance, maxDrainMs: number): Promise<void> {
  const deadline = performance.now() + finishMs
  await drain(app.server, maxDrainMs)
  // Closes connections after their last answer, because a next request would not be answered.
  const hangUp = setInterval(() => app.server.closeIdleConnections(), 50)
  await waitFor(app.close(), deadline - performance.now())
  clearInterval(hangUp)
  app.server.closeAllConnections()
}

/** Waits `ms` at most. */
async function waitFor(work: PromiseLike<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

function say(line: string): void {
  output.say(line)
}
