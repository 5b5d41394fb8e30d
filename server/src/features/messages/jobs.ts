import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import type { Gateway, SendOutcome } from '../../platform/gateway.ts'
import type { Job } from '../../platform/worker.ts'

export type SendingTimes = {
  tickMs: number
  settleMs: number
  /** How long an acknowledgement of an ambiguous send is waited for. */
  ambiguousMs: number
  /** How long what could not leave waits for the connection, without using up a try. */
  parkMs: number
  /** The pauses between tries; there is one try more than pauses. */
  retryMs: number[]
  /** What is different from the database's own pace. */
  pace: Record<string, number>
}

export const sendingTimes: SendingTimes = {
  tickMs: 500,
  settleMs: 5_000,
  ambiguousMs: 60_000,
  parkMs: 30_000,
  retryMs: [30_000, 120_000, 600_000, 1_800_000],
  pace: {},
}

type Claimed = {
  company_id: string
  message_id: string
  session_name: string
  phone: string
  body: string
  gateway_message_id: string
  attempts: number
}

const after = (ms: number) => sql<string>`clock_timestamp() + ${ms} * interval '1 millisecond'`
const now = sql<string>`clock_timestamp()`

/** Writes what became of a send, unless an acknowledgement was quicker and the row has moved on. */
async function record(db: Db, claimed: Claimed, outcome: SendOutcome, times: SendingTimes): Promise<void> {
  const row = db.updateTable('messages').where('id', '=', claimed.message_id).where('state', '=', 'sending')
  switch (outcome.kind) {
    case 'sent':
      await row.set({ state: 'sent', sent_at: now, lease_until: null, error: null, updated_at: now }).execute()
      return
    case 'ambiguous':
      // It stays in flight: only its acknowledgement or a person may say what it was.
      await row.set({ lease_until: after(times.ambiguousMs), updated_at: now }).execute()
      return
    case 'refused':
      await row.set({ state: 'failed', error: outcome.reason, lease_until: null, updated_at: now }).execute()
      return
    case 'transient': {
      const pause = times.retryMs[claimed.attempts]
      if (pause === undefined) {
        await row.set({ state: 'failed', error: outcome.reason, lease_until: null, updated_at: now }).execute()
        return
      }
      const jittered = pause * (0.8 + Math.random() * 0.4)
      await row
        .set({
          state: 'queued',
          attempts: claimed.attempts + 1,
          next_at: after(jittered),
          error: outcome.reason,
          lease_until: null,
          updated_at: now,
        })
        .execute()
      return
    }
    case 'paused': {
      const pausedUntil = after(outcome.minutes * 60_000)
      await row
        .set({
          state: 'queued',
          next_at: after(times.parkMs),
          error: outcome.reason,
          lease_until: null,
          updated_at: now,
        })
        .execute()
      await db
        .updateTable('whatsapp_sessions')
        .set(
          outcome.isFirstContactsOnly
            ? { next_first_contact_at: pausedUntil }
            : { paused_until: pausedUntil, pause_reason: outcome.reason },
        )
        .execute()
      return
    }
    default:
      await row
        .set({
          state: 'queued',
          next_at: after(times.parkMs),
          error: outcome.reason,
          lease_until: null,
          updated_at: now,
        })
        .execute()
  }
}

/** Sends what is due, one message per company at a time, and settles what time decides. */
export function sendingJobs(database: Database, gateway: Gateway, times = sendingTimes): Job[] {
  return [
    {
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
          record(db, claimed, outcome, times),
        )
        return true
      },
    },
    {
      name: 'messages settle',
      everyMs: times.settleMs,
      async run() {
        await database.asNobody((db) => sql`select settle_messages()`.execute(db))
        return false
      },
    },
  ]
}
