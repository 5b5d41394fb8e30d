import { type RawBuilder, sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { enqueueMessages } from '../queue/enqueue-message.ts'
import { buildNotifications, listNotifiable } from './notifiable-packages.ts'

const nameEvent = (changeId: string) => `status:${changeId}:`

/**
 * Writes one message per client and change. `changeId` is the history entry of the change. No message leaves within `holdSeconds`, so that
 * the change can be undone.
 */
export async function notifyStatusChange(
  db: Db,
  change: { changeId: string; packageIds: string[]; statusId: string; holdSeconds?: number },
): Promise<void> {
  const notifiable = await listNotifiable(db, change.packageIds, { statusId: change.statusId })
  const notifications = buildNotifications(notifiable, ({ client, template, announced }, theirs) => {
    const isAnnounced = theirs.every((one) => one.announced !== null)
    return {
      eventKey: `${nameEvent(change.changeId)}${client.id}`,
      occasion: { statusId: change.statusId },
      template: (isAnnounced && announced) || template,
      holdSeconds: change.holdSeconds ?? 0,
    }
  })
  await enqueueMessages(db, notifications)
}

/** `left` counts messages that are on their way, sent or ended by themselves: clients may have read those. */
export async function cancelMessages(db: Db, changeId: string): Promise<{ cancelled: number; left: number }> {
  const ofChange = db
    .selectFrom('messages as n')
    .innerJoin('package_status_changes as h', 'h.created_at', 'n.created_at')
    .select('n.id')
    .where('h.id', '=', changeId)
    .where(sql<boolean>`starts_with(n.event_key, ${nameEvent(changeId)})`)
  const cancelled = await db
    .updateTable('messages')
    .set({ state: 'cancelled', error: 'Se deshizo el cambio de estado', updated_at: sql`clock_timestamp()` })
    .where('id', 'in', ofChange)
    .where('state', '=', 'queued')
    .returning('id')
    .execute()
  const { left } = await db
    .selectFrom('messages')
    .select(sql<number>`count(*)`.as('left'))
    .where('id', 'in', ofChange)
    .where('state', '<>', 'cancelled')
    .executeTakeFirstOrThrow()
  return { cancelled: cancelled.length, left }
}

type Moves = { packageIds: string[]; changes: RawBuilder<unknown>; reason: string }

/** Cancels the waiting messages of moves by which these packages got a status. `changes` selects the history entries of the moves. */
export async function cancelMoves(db: Db, { packageIds, changes, reason }: Moves): Promise<void> {
  await sql`
    update messages set state = 'cancelled', error = ${reason}, updated_at = clock_timestamp()
    where state = 'queued' and id in (
      select m.id from messages m join message_packages t on t.message_id = m.id
      where t.package_id = ${matchAny(packageIds)} and starts_with(m.event_key, 'status:')
        and split_part(m.event_key, ':', 2) in (${changes}))`.execute(db)
}
