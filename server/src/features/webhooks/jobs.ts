import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { createFairTurns } from '../../platform/database/fair-turns.ts'
import { outboxJobs } from '../../platform/process/outbox.ts'
import type { Job } from '../../platform/process/worker.ts'
import { postDelivery } from './post-delivery.ts'
import { type ClaimedDelivery, type DeliveryTimes, recordReceipt } from './record-receipt.ts'

export type DeliveringTimes = DeliveryTimes & {
  tickMs: number
  /** Milliseconds for a receiver's answer. */
  timeoutMs: number
  /** After this, a delivery whose sender was killed is sent again. */
  leaseMs: number
  /** Parallel deliveries; they hold no connection to the database. */
  lanes: number
  /** Parallel deliveries of one company. */
  mostAtOnce: number
}

export const deliveringTimes: DeliveringTimes = {
  tickMs: 1_000,
  timeoutMs: 10_000,
  leaseMs: 60_000,
  lanes: 20,
  mostAtOnce: 2,
  restMs: 60_000,
  retryMs: [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 50_000_000],
}

/** The rows are the queue. A lease decides what was on its way at a kill (decision 037). docs/product/programs.md, "Deliveries". */
export function deliveringJobs(database: Database, times = deliveringTimes): Job[] {
  // Writing the outcomes takes two connections at most, however many receivers answer at once.
  const turns = createFairTurns({ maxConcurrent: 2, maxQueued: 2 * times.lanes, maxWaitMs: times.leaseMs })
  const inTurn = <T>(company: string, work: () => Promise<T>) =>
    turns.run({ company, rank: 'staff', origin: company }, work)
  return outboxJobs({
    name: 'webhooks send',
    everyMs: times.tickMs,
    lanes: times.lanes,
    claim: () =>
      inTurn('all', () =>
        database.withoutCompany(async (db) => {
          const { rows } = await sql<ClaimedDelivery>`
            select * from claim_next_delivery(${times.leaseMs}, ${times.mostAtOnce})`.execute(db)
          return rows[0]
        }),
      ),
    send: ({ delivery_id: id, address, secret, body }) =>
      postDelivery({ id, address, secret, body }, { timeoutMs: times.timeoutMs }),
    record: (claimed, receipt) =>
      inTurn(claimed.company_id, () =>
        database.asUser({ companyId: claimed.company_id, userId: '' }, (db) =>
          recordReceipt(db, claimed, receipt, times),
        ),
      ),
  })
}
