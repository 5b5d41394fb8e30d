import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Job } from '../../platform/process/worker.ts'
import type { Gateway, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { learnAlias } from './apply-event.ts'
import { createMissedJob } from './missed-job.ts'

export type ConnectionTimes = {
  tickMs: number
  pollMs: number
  /** Milliseconds, while a phone is being linked. */
  linkingPollMs: number
  qrMs: number
  lifecycleLeaseMs: number
  /** Milliseconds. Some stops end by themselves. */
  reviveMs: number
  /** Parallel calls, so that a hanging session does not hold up other companies. */
  lanes: number
}

export const connectionTimes: ConnectionTimes = {
  tickMs: 500,
  pollMs: 10_000,
  linkingPollMs: 2_000,
  qrMs: 2_000,
  lifecycleLeaseMs: 120_000,
  reviveMs: 20_000,
  lanes: 2,
}

/** Called once while the reason stays the same. */
export type OnGatewayProblem = (error: unknown, what: { job: string; companyId?: string }) => void

type Lifecycle = {
  company_id: string
  name: string
  webhook_token: string
  hmac_key: string
  wanted: 'start' | 'restart' | 'logout'
}

async function carryOut(
  gateway: Gateway,
  { name, webhook_token, hmac_key, wanted: request }: Lifecycle,
): Promise<void> {
  const setting = { name, webhookToken: webhook_token, hmacKey: hmac_key }
  if (request === 'start') await gateway.ensureSession(setting)
  else if (request === 'restart') await gateway.restart(setting)
  else await gateway.logout(setting)
}

/** Reports a problem when it begins or its reason changes. */
function createReporter(gateway: Gateway, onProblem: OnGatewayProblem) {
  const reported = new Map<string, string>()
  return {
    /** Returns the reason for people. */
    reportFailure(error: unknown, job: string, companyId?: string): string {
      const reason = gateway.explain(error)
      const key = `${job} ${companyId}`
      if (reported.get(key) !== reason) onProblem(error, { job, ...(companyId !== undefined && { companyId }) })
      reported.set(key, reason)
      return reason
    },
    reportSuccess(job: string, companyId?: string): void {
      reported.delete(`${job} ${companyId}`)
    },
  }
}

type Deps = {
  database: Database
  gateway: Gateway
  times: ConnectionTimes
  reporter: ReturnType<typeof createReporter>
  onProblem: OnGatewayProblem
  receive: (db: Db, event: GatewayEvent) => Promise<boolean>
}

/** Undefined if there is nothing to do. */
const claim = async <T>(database: Database, run: (db: Db) => Promise<{ rows: T[] }>): Promise<T | undefined> =>
  (await database.withoutCompany(run)).rows[0]

/** Polls for all companies; reads the gateway's version once. */
function createPollJob({ database, gateway, times, reporter, onProblem }: Deps): Job {
  let [isVersionKnown, isStartNoted] = [false, false]

  async function checkVersion(): Promise<void> {
    const { text, isSupported } = await gateway.version()
    isVersionKnown = true
    if (!isSupported) onProblem(new Error(`The gateway is too old: ${text}`), { job: 'whatsapp poll' })
  }

  return {
    name: 'whatsapp poll',
    everyMs: Math.min(times.tickMs * 2, times.pollMs),
    async run() {
      if (!isStartNoted) await database.withoutCompany((db) => sql`select note_server_start()`.execute(db))
      isStartNoted = true
      const turn = await claim(database, (db) =>
        sql<{ isOurs: boolean }>`select take_poll_turn(${times.pollMs}, ${times.linkingPollMs}) as "isOurs"`.execute(
          db,
        ),
      )
      if (!turn?.isOurs) return false
      const sessions = await gateway.listSessions().catch(async (error: unknown) => {
        const reason = reporter.reportFailure(error, 'whatsapp poll')
        await database.withoutCompany((db) => sql`select note_gateway_failure(${reason})`.execute(db))
        return null
      })
      if (sessions === null) return false
      reporter.reportSuccess('whatsapp poll')
      const seen = sessions.map(({ name, status, linkedName, linkedPhone, barredUntil }) => ({
        name,
        status,
        me: linkedName,
        phone: linkedPhone,
        barredUntil,
      }))
      await database.withoutCompany((db) =>
        sql`select apply_gateway_sessions(${JSON.stringify(seen)}::jsonb, ${times.reviveMs})`.execute(db),
      )
      // If it fails, the next poll reads it.
      if (!isVersionKnown) await checkVersion().catch(() => undefined)
      return false
    },
  }
}

/** Carries out admins' requests for their company's session. */
function createLifecycleJob({ database, gateway, times, reporter }: Deps): Job {
  const lifecycle: Job = {
    name: 'whatsapp lifecycle',
    everyMs: times.tickMs,
    async run() {
      const claimed = await claim(database, (db) =>
        sql<Lifecycle>`select * from claim_lifecycle(${times.lifecycleLeaseMs})`.execute(db),
      )
      if (!claimed) return false
      const { company_id: companyId, wanted: request } = claimed
      const problem = await carryOut(gateway, claimed).then(
        () => {
          reporter.reportSuccess(lifecycle.name, companyId)
          return null
        },
        (error: unknown) => reporter.reportFailure(error, lifecycle.name, companyId),
      )
      await database.withoutCompany((db) =>
        sql`select finish_lifecycle(${companyId}, ${request}, 'STARTING', ${problem})`.execute(db),
      )
      return true
    },
  }
  return lifecycle
}

/** Fetches QRs while screens show them. */
function createQrJob({ database, gateway, times, reporter }: Deps): Job {
  const qr: Job = {
    name: 'whatsapp qr',
    everyMs: times.tickMs,
    async run() {
      const claimed = await claim(database, (db) =>
        sql<{ company_id: string; name: string }>`select * from claim_qr(${times.qrMs})`.execute(db),
      )
      if (!claimed) return false
      const companyId = claimed.company_id
      try {
        const picture = await gateway.qr(claimed.name)
        reporter.reportSuccess(qr.name, companyId)
        if (picture !== null) {
          await database.withoutCompany((db) => sql`select keep_qr(${companyId}, ${picture})`.execute(db))
        }
      } catch (error) {
        reporter.reportFailure(error, qr.name, companyId)
      }
      return true
    },
  }
  return qr
}

function createAliasJob({ database, gateway, times, reporter }: Deps): Job {
  return {
    name: 'whatsapp aliases',
    everyMs: times.tickMs * 4,
    async run() {
      const claimed = await claim(database, (db) =>
        sql<{ company_id: string; alias: string; session_name: string }>`select * from claim_alias()`.execute(db),
      )
      if (!claimed) return false
      const { company_id: companyId, alias } = claimed
      try {
        const phone = await gateway.phoneOf(claimed.session_name, alias)
        reporter.reportSuccess('whatsapp aliases', companyId)
        if (phone !== null) {
          await database.asUser({ companyId, userId: '' }, (db) => learnAlias(db, alias, phone))
        }
      } catch (error) {
        reporter.reportFailure(error, 'whatsapp aliases', companyId)
      }
      return true
    },
  }
}

/** Polls for all companies, and serves admins' requests, QRs, numbers behind aliases, and messages missed while no server ran. */
export function connectionJobs(
  database: Database,
  gateway: Gateway,
  receive: Deps['receive'],
  times = connectionTimes,
  onProblem: OnGatewayProblem = () => undefined,
): Job[] {
  const deps = { database, gateway, times, reporter: createReporter(gateway, onProblem), onProblem, receive }
  const [lifecycle, qr] = [createLifecycleJob(deps), createQrJob(deps)]
  return [
    createPollJob(deps),
    ...Array.from({ length: times.lanes }, () => lifecycle),
    ...Array.from({ length: times.lanes }, () => qr),
    createMissedJob({ ...deps, everyMs: times.tickMs * 4 }),
    createAliasJob(deps),
  ]
}
