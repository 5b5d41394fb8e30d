import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Gateway } from '../../platform/gateway.ts'
import type { Job } from '../../platform/worker.ts'
import { type Claimed, recordOutcome } from './record-outcome.ts'

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

/** Decides what time alone decides; also where there is no gateway, because news get old there too. */
export const settlingJob = (database: Database, { settleMs, pace }: SendingTimes): Job => ({
  name: 'messages settle',
  everyMs: settleMs,
  async run() {
    await database.asNobody((db) => sql`select settle_messages(${JSON.stringify(pace)}::jsonb)`.execute(db))
    return false
  },
})

/** Sends what is due, one message per company at a time, and settles what time decides. */
export function sendingJobs(database: Database, gateway: Gateway, times = sendingTimes): Job[] {
  const send: Job = {
    name: 'messages send',
    everyMs: times.tickMs,
    async run() {
      const { rows } = await database.asNobody((db) =>
        sql<Claimed>`select * from claim_message(${JSON.stringify(times.pace)}::jsonb)`.execute(db),
      )
      const [claimed] = rows
      if (!claimed) return false
      const outcome = await gateway.sendText({
        session: claimed.session_name,
        phone: claimed.phone,
        text: claimed.body,
        id: claimed.gateway_message_id,
      })
      await database.asUser({ companyId: claimed.company_id, userId: '' }, (db) =>
        recordOutcome(db, claimed, outcome, times),
      )
      return true
    },
  }
  return [...Array.from({ length: times.lanes }, () => send), settlingJob(database, times)]
}
