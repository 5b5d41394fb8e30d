import type { MessageState } from '@casillero/shared/domain/message-state'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { describeWait } from '../../whatsapp/describe-wait.ts'
import { isHeld } from './held-messages.ts'
import { shownState } from './state-of-message.ts'

type Summary = {
  waiting: number
  held: number
  unpriced: number
  reason: string | null
  nextAt: string | null
  today: Record<MessageState, number>
}

const isReadyToLeave = sql<boolean>`held_at is null and unpriced_at is null`

/** Counts waiting messages, their reasons, and today's outcomes. */
export async function summariseQueue(db: Db): Promise<Summary> {
  const [counts, queue, reason] = await Promise.all([
    db
      .selectFrom('messages')
      .select([shownState(sql`messages`).as('state'), sql<number>`count(*)`.as('count')])
      .where('created_at', '>=', sql<string>`app_today()::timestamp at time zone 'America/Managua'`)
      .groupBy(sql`1`)
      .execute(),
    db
      .selectFrom('messages')
      .select([
        sql<number>`count(*) filter (where ${isReadyToLeave})`.as('waiting'),
        sql<number>`count(*) filter (where ${isHeld})`.as('held'),
        sql<number>`count(*) filter (where unpriced_at is not null)`.as('unpriced'),
        sql<string | null>`min(next_at) filter (where ${isReadyToLeave})`.as('nextAt'),
      ])
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow(),
    describeWait(db),
  ])
  const getCount = (state: MessageState) => counts.find((row) => row.state === state)?.count ?? 0
  return {
    waiting: queue.waiting,
    held: queue.held,
    unpriced: queue.unpriced,
    nextAt: queue.nextAt,
    reason: queue.waiting > 0 ? reason : null,
    today: {
      queued: getCount('queued'),
      sending: getCount('sending'),
      sent: getCount('sent'),
      unconfirmed: getCount('unconfirmed'),
      delivered: getCount('delivered'),
      read: getCount('read'),
      failed: getCount('failed'),
      unknown: getCount('unknown'),
      cancelled: getCount('cancelled'),
      expired: getCount('expired'),
    },
  }
}
