import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { spread } from '../../platform/process/outbox.ts'
import type { Receipt } from './post-delivery.ts'

export type ClaimedDelivery = {
  company_id: string
  delivery_id: string
  webhook_id: string
  address: string
  secret: string
  body: string
  attempts: number
  queued_at: string
}

export type DeliveryTimes = {
  /** Milliseconds of the first rest; each further one is twice as long. */
  restMs: number
  /** Pauses between tries; there is one try more. */
  retryMs: number[]
}

const dayMs = 24 * 60 * 60 * 1000
const after = (ms: number) => sql<string>`clock_timestamp() + ${ms} * interval '1 millisecond'`
const now = sql<string>`clock_timestamp()`

/**
 * Writes nothing if it was claimed or sent again meanwhile. After a failure the whole receiver rests.
 * docs/product/programs.md, "Deliveries".
 */
export async function recordReceipt(
  db: Db,
  claimed: ClaimedDelivery,
  { status, reason }: Receipt,
  { restMs, retryMs }: DeliveryTimes,
): Promise<void> {
  const row = db
    .updateTable('webhook_deliveries')
    .where('id', '=', claimed.delivery_id)
    .where('state', '=', 'sending')
    .where('attempts', '=', claimed.attempts)
  const turn = db.updateTable('webhook_turns').where('webhook_id', '=', claimed.webhook_id)
  const answered = { answer_status: status, error: reason }
  if (reason === null) {
    await row.set({ ...answered, state: 'delivered', ended_at: now }).execute()
    await turn.set({ failures: 0, failing_since: null, last_error: null }).where('failures', '>', 0).execute()
    return
  }
  const pause = retryMs[claimed.attempts - 1]
  const isOver = pause === undefined || Date.parse(claimed.queued_at) + dayMs < Date.now() + pause
  const written = await (isOver
    ? row.set({ ...answered, state: 'failed', ended_at: now })
    : row.set({ ...answered, state: 'queued', next_at: after(spread(pause)) })
  )
    .returning('id')
    .executeTakeFirst()
  if (!written) return
  await turn
    .set({
      failures: sql`least(failures + 1, 1000)`,
      failing_since: sql`coalesce(failing_since, clock_timestamp())`,
      last_error: reason,
      next_at: sql`clock_timestamp() + least(1000 * power(2, least(failures, 20)), ${restMs}) * interval '1 millisecond'`,
    })
    .execute()
}
