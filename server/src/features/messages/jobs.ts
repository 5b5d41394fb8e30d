import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Job } from '../../platform/process/worker.ts'
import type { Gateway } from '../../platform/whatsapp/gateway.ts'
import { type Claimed, recordOutcome } from './record-outcome.ts'
import { renderLeaving } from './render-leaving.ts'

export type SendingTimes = Parameters<typeof recordOutcome>[3] & {
  tickMs: number
  settleMs: number
  /** How many companies are sent for at once: a gateway that hangs for one must not hold up the others. */
  lanes: number
  /** What is different from the database's own pace. */
  pace: Record<string, number>
}

export const sendingTimes: SendingTimes = {
  tickMs: 500,
  settleMs: 5_000,
  ambiguousMs: 60_000,
  parkMs: 30_000,
  retryMs: [30_000, 120_000, 600_000, 1_800_000],
  lanes: 4,
  pace: {},
}

/** The pace, with whether the gateway is the stand-in: what a seeded company tells must never reach a real phone. */
async function withIdentity(gateway: Gateway | null, { pace }: SendingTimes): Promise<Record<string, unknown>> {
  const isStandIn = gateway ? await gateway.isStandIn() : null
  return isStandIn === null ? pace : { ...pace, isStandIn }
}

/** Decides what time alone decides; also where there is no gateway, because news get old there too. */
export const settlingJob = (database: Database, times: SendingTimes, gateway: Gateway | null = null): Job => ({
  name: 'messages settle',
  everyMs: times.settleMs,
  async run() {
    const pace = JSON.stringify(await withIdentity(gateway, times))
    await database.asNobody((db) => sql`select settle_messages(${pace}::jsonb)`.execute(db))
    return false
  },
})

/** Sends what is due, one message per company at a time, and settles what time decides. */
export function sendingJobs(database: Database, gateway: Gateway, times = sendingTimes): Job[] {
  const send: Job = {
    name: 'messages send',
    everyMs: times.tickMs,
    async run() {
      const pace = JSON.stringify(await withIdentity(gateway, times))
      const { rows } = await database.asNobody((db) =>
        sql<Claimed>`select * from claim_message(${pace}::jsonb)`.execute(db),
      )
      const [claimed] = rows
      if (!claimed) return false
      const inCompany = <T>(run: (db: Db) => Promise<T>) =>
        database.asUser({ companyId: claimed.company_id, userId: '' }, run)
      const leaving = await inCompany((db) => renderLeaving(db, claimed))
      if (!leaving) return true
      const outcome = await gateway.sendText({
        session: claimed.session_name,
        id: claimed.gateway_message_id,
        ...leaving,
      })
      await inCompany((db) => recordOutcome(db, claimed, outcome, times))
      return true
    },
  }
  return [...Array.from({ length: times.lanes }, () => send), settlingJob(database, times, gateway)]
}
