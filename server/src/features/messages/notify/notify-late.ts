import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { enqueueMessages, isReachable, type Notification } from '../queue/enqueue-message.ts'
import { buildNotifications, listNotifiable } from './notifiable-packages.ts'

/** The message that told the client of the package `p` of the delay, or is about to; a client who comes later was told nothing. */
export const toldLate = sql`(
  select m.id, m.created_at, m.state
  from message_packages l join messages m on m.id = l.message_id
  where l.package_id = p.id and l.is_told and m.occasion = 'late' and m.client_id = p.client_id
    and m.state not in ('cancelled', 'failed', 'expired')
  order by m.created_at desc limit 1)`

/** Another message told the client of a package of this one. */
export async function isToldElsewhere(db: Db, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from message_packages o join packages p on p.id = o.package_id
    where o.message_id = ${messageId} and o.is_told and exists ${toldLate} limit 1`.execute(db)
  return rows.length > 0
}

type Due = { id: string; statusId: string | null }

/** Seconds, as for a change of many packages. */
const undoSeconds = 10

type Told = { packages: number; clients: number; messageIds: string[] }

/**
 * Tells each client once of what is late of theirs, and of each package once. Leaves out what is late no longer or was told of since the
 * list was read; throws `not_late` if nothing is left. docs/product/packages.md, "Atrasados".
 */
export async function notifyLate(db: Db, packageIds: string[]): Promise<Told> {
  const ids = [...new Set(packageIds)]
  // In id order, as every change of packages: of two who tell at once one finds nothing left.
  const locked = await db
    .selectFrom('packages')
    .select('id')
    .where('id', '=', matchAny(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length !== ids.length) throw new AppError('not_found')
  const { rows: due } = await sql<Due>`
    select p.id, p.status_id as "statusId"
    from packages p join late_packages w on w.package_id = p.id
    where p.id = ${matchAny(ids)} and not exists ${toldLate}`.execute(db)
  const notifications: Notification[] = []
  for (const [statusId, some] of Map.groupBy(due, (one) => one.statusId)) {
    const found = await listNotifiable(
      db,
      some.map(({ id }) => id),
      { lateIn: statusId },
    )
    const tellable = found.filter(({ client }) => client.messagesAllowed && isReachable(client.phone))
    const toOwn = () => ({
      eventKey: `late:${uuidv7()}`,
      occasion: { lateIn: statusId },
      holdSeconds: undoSeconds,
    })
    notifications.push(...buildNotifications(tellable, toOwn))
  }
  if (notifications.length === 0) throw new AppError('not_late')
  await enqueueMessages(db, notifications)
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where(
      'event_key',
      'in',
      notifications.map(({ eventKey }) => eventKey),
    )
    .execute()
  return {
    packages: notifications.reduce((count, { packages }) => count + packages.length, 0),
    clients: new Set(notifications.map(({ client }) => client.id)).size,
    messageIds: messages.map(({ id }) => id),
  }
}

/** Cancels all that wait, or none. A second call returns the same answer. Throws `undo_too_late`. */
export async function undoLateNotices(db: Db, messageIds: string[], userName: string): Promise<{ cancelled: number }> {
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'state'])
    .where('id', '=', matchAny(messageIds))
    .where('occasion', '=', 'late')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (messages.length !== new Set(messageIds).size) throw new AppError('not_found')
  if (messages.some(({ state }) => state !== 'queued' && state !== 'cancelled')) throw new AppError('undo_too_late')
  await db
    .updateTable('messages')
    .set({
      state: 'cancelled',
      error: 'Se deshizo el aviso',
      cancelled_by: userName,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', matchAny(messageIds))
    .where('state', '=', 'queued')
    .execute()
  return { cancelled: messages.length }
}
