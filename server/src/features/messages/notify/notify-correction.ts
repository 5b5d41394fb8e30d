import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { enqueueMessages } from '../queue/enqueue-message.ts'
import { buildNotifications, listNotifiable } from './notifiable-packages.ts'

type Due = { packageId: string; version: number; notifiedBy: string }

/**
 * Leaves out packages with a waiting message, which will have the new values. Also leaves out those whose correction ended before it left,
 * because staff send that one again.
 */
async function listDue(db: Db, packageIds: string[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select p.id as "packageId", p.version, latest.id as "notifiedBy"
    from packages p
    join clients c on c.id = p.client_id and c.messages_allowed
    cross join lateral (
      select m.id, m.sent_at, l.told_weight, l.told_price
      from message_packages l join messages m on m.id = l.message_id
      where l.package_id = p.id and l.is_told and m.client_id = p.client_id and m.state in ('sent', 'delivered', 'read')
      order by m.sent_at desc, m.id desc
      limit 1
    ) latest
    where p.id = ${matchAny(packageIds)} and p.deleted_at is null
      and (latest.told_weight <> p.weight or latest.told_price <> p.total_price)
      and not exists (
        select from message_packages l join messages m on m.id = l.message_id
        where l.package_id = p.id and l.is_told and (
          m.state in ('queued', 'sending')
          or m.occasion = 'correction' and m.created_at > latest.sent_at
            and (l.told_weight, l.told_price) is not distinct from (p.weight, p.total_price)))
    order by p.company_package_id`.execute(db)
  return rows
}

/** Throws `not_found`. */
export async function isCorrectionDue(db: Db, packageId: string): Promise<boolean> {
  const found = await db
    .selectFrom('packages')
    .select('id')
    .where('id', '=', packageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return (await listDue(db, [packageId])).length > 0
}

/**
 * Sends one message to each client and returns their count. Throws `correction_not_due` if none is due.
 * docs/product/messages.md, "Corrections".
 */
export async function notifyCorrection(db: Db, packageIds: string[]): Promise<number> {
  const ids = [...new Set(packageIds)]
  // Locks in id order, as every change of packages: a concurrent correction waits, and then finds none due.
  const locked = await db
    .selectFrom('packages')
    .select('id')
    .where('id', '=', matchAny(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length !== ids.length) throw new AppError('not_found')
  const due = new Map((await listDue(db, ids)).map((one) => [one.packageId, one]))
  const notifiable = await listNotifiable(db, [...due.keys()], 'correction')
  const notifications = buildNotifications(notifiable, ({ packageId }) => {
    const reason = due.get(packageId)
    return (
      reason && {
        eventKey: `correction:${reason.notifiedBy}:${reason.packageId}:${reason.version}`,
        occasion: 'correction',
      }
    )
  })
  if (notifications.length === 0) throw new AppError('correction_not_due')
  await enqueueMessages(db, notifications)
  return notifications.length
}
