import { sql } from 'kysely'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueueMessages, type News } from './enqueue-message.ts'
import { packageValues } from './message-values.ts'
import { listTold } from './told-packages.ts'

type Due = { packageId: string; version: number; toldBy: string }

/**
 * Lists those of the packages whose client was last notified of another weight or price than they have now; none with a message
 * that waits, since that one leaves with what is so then, and none whose correction ended before it left: staff send that again.
 */
async function listDue(db: Db, packageIds: string[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select p.id as "packageId", p.version, told.id as "toldBy"
    from packages p
    join clients c on c.id = p.client_id and c.messages_allowed
    cross join lateral (
      select m.id, m.sent_at, l.told_weight, l.told_price
      from message_packages l join messages m on m.id = l.message_id
      where l.package_id = p.id and l.is_told and m.client_id = p.client_id and m.state in ('sent', 'delivered', 'read')
      order by m.sent_at desc, m.id desc
      limit 1
    ) told
    where p.id = ${anyOf(packageIds)} and p.deleted_at is null
      and (told.told_weight <> p.weight or told.told_price <> p.total_price)
      and not exists (
        select from message_packages l join messages m on m.id = l.message_id
        where l.package_id = p.id and l.is_told and (
          m.state in ('queued', 'sending')
          or m.occasion = 'correction' and m.created_at > told.sent_at
            and (l.told_weight, l.told_price) is not distinct from (p.weight, p.total_price)))
    order by p.company_package_id`.execute(db)
  return rows
}

/** Whether the client of a package should be notified of its weight and price again; throws `not_found`. */
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
 * Notifies clients of weights and prices that were corrected after their last message, each client in one message; the
 * rest of the packages is left out. Gives the count of messages. Throws `not_found`, and `correction_not_due` when none is.
 * docs/product/messages.md, "Corrections".
 */
export async function tellCorrection(db: Db, packageIds: string[]): Promise<number> {
  const ids = [...new Set(packageIds)]
  // In id order, as every change of packages locks them: a concurrent correction waits, and then finds them not due.
  const locked = await db
    .selectFrom('packages')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length !== ids.length) throw new AppError('not_found')
  const due = new Map((await listDue(db, ids)).map((one) => [one.packageId, one]))
  const told = await listTold(db, [...due.keys()], 'correction')
  const byClient = Map.groupBy(told, ({ client }) => client.id)
  const news = [...byClient.values()].flatMap((theirs): News[] => {
    const [first] = theirs
    const reason = first && due.get(first.packageId)
    if (!first || !reason) return []
    return [
      {
        eventKey: `correction:${reason.toldBy}:${reason.packageId}:${reason.version}`,
        occasion: 'correction',
        template: first.template,
        client: first.client,
        packages: theirs,
        invoiceId: null,
        values: packageValues(theirs),
      },
    ]
  })
  if (news.length === 0) throw new AppError('correction_not_due')
  await enqueueMessages(db, news)
  return news.length
}
