import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { spread } from '../../../platform/process/outbox.ts'
import type { SendOutcome } from '../../../platform/whatsapp/gateway.ts'
import { type Acknowledgement, applyAcknowledgement } from '../../whatsapp/apply-event.ts'

/** The message as claimed by the worker. */
export type Claimed = {
  company_id: string
  message_id: string
  session_name: string
  phone: string
  body: string
  gateway_message_id: string
  attempts: number
}

type OutcomeTimes = {
  /** How long an ambiguous send waits for its acknowledgement. */
  ambiguousMs: number
  /** How long a message that could not leave waits, without using up a try. */
  parkMs: number
  /** Pauses between tries; there is one try more. */
  retryMs: number[]
}

const after = (ms: number) => sql<string>`clock_timestamp() + ${ms} * interval '1 millisecond'`
const now = sql<string>`clock_timestamp()`

/** Writes nothing if an acknowledgement came first. docs/product/messages.md, "States of messages". */
export async function recordOutcome(
  db: Db,
  claimed: Claimed,
  outcome: SendOutcome,
  times: OutcomeTimes,
): Promise<void> {
  const row = db
    .updateTable('messages')
    .where('id', '=', claimed.message_id)
    .where('gateway_message_id', '=', claimed.gateway_message_id)
    .where('state', '=', 'sending')
  const landed = { lease_until: null, early_receipts: null, updated_at: now }
  const fail = (error: string) => row.set({ ...landed, state: 'failed', error }).execute()
  const putBack = (waitMs: number, error: string, attempts = claimed.attempts) =>
    row.set({ ...landed, state: 'queued', next_at: after(waitMs), error, attempts }).execute()

  switch (outcome.kind) {
    case 'sent': {
      const known = outcome.id === null ? {} : { gateway_message_id: outcome.id }
      const recorded = await row
        .set({ ...landed, ...known, state: 'sent', sent_at: now, error: null })
        .returning(sql<Acknowledgement[] | null>`old.early_receipts`.as('early'))
        .executeTakeFirst()
      for (const said of recorded?.early ?? []) if (said.messageId === outcome.id) await applyAcknowledgement(db, said)
      return
    }
    case 'ambiguous':
      await row.set({ lease_until: after(times.ambiguousMs), updated_at: now }).execute()
      return
    case 'refused':
      await fail(outcome.reason)
      return
    case 'transient': {
      const pause = times.retryMs[claimed.attempts]
      if (pause === undefined) await fail(outcome.reason)
      else await putBack(spread(pause), outcome.reason, claimed.attempts + 1)
      return
    }
    case 'paused': {
      await putBack(times.parkMs, outcome.reason)
      const until = after(outcome.minutes * 60_000)
      const pause = outcome.isFirstContactsOnly
        ? { next_first_contact_at: until }
        : { paused_until: until, pause_reason: outcome.reason }
      await db.updateTable('whatsapp_sessions').set(pause).execute()
      return
    }
    default:
      await putBack(times.parkMs, outcome.reason)
  }
}
