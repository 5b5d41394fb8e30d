import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { enqueueMessages, type Notification } from './enqueue-message.ts'
import { packageValues } from './message-values.ts'
import { listNotifiable } from './notifiable-packages.ts'

const nameEvent = (changeId: string) => `status:${changeId}:`

type Text = Notification['template']

/**
 * Finds the text of pre-alerts for packages that their clients announced, by package, where the company has it and the status tells that
 * packages are received; its place is the one of the usual text, so that a client gets one message.
 * docs/product/prealerts.md, "Receiving".
 */
async function findAnnouncedTexts(db: Db, packageIds: string[], statusId: string): Promise<Map<string, Text>> {
  const { rows } = await sql<Text & { packageId: string }>`
    select p.id as "packageId", t.id, coalesce(t.custom_content, t.default_content) as content
    from packages p
    join companies o on o.id = p.company_id and o.has_prealert_notice
    join statuses s on s.company_id = p.company_id and s.id = ${statusId}
    join templates usual on usual.company_id = p.company_id and usual.id = s.template_id and usual.key = 'received'
    join templates t on t.company_id = p.company_id and t.key = 'prealert_received'
    where p.id = ${matchAny(packageIds)} and exists (
      select from prealerts a
      where a.company_id = p.company_id and a.tracking in (p.tracking, p.warehouse_tracking) and a.client_id = p.client_id
        and a.cancelled_at is null)`.execute(db)
  return new Map(rows.map(({ packageId, ...text }) => [packageId, text]))
}

/**
 * Notifies clients that their packages have come to a status, with one message per client and change, however many packages
 * moved. `changeId` is the history entry of the change, by which the event is unique. No message leaves before `holdSeconds`
 * have passed, so that a change of many packages can be undone first.
 */
export async function notifyStatusChange(
  db: Db,
  change: { changeId: string; packageIds: string[]; statusId: string; holdSeconds?: number },
): Promise<void> {
  const notifiable = await listNotifiable(db, change.packageIds, { statusId: change.statusId })
  const announced = await findAnnouncedTexts(
    db,
    notifiable.map(({ packageId }) => packageId),
    change.statusId,
  )
  const byClient = Map.groupBy(notifiable, ({ client }) => client.id)
  const notifications = [...byClient].flatMap(([clientId, theirs]): Notification[] => {
    const [first] = theirs
    if (!first) return []
    const isAnnounced = theirs.every(({ packageId }) => announced.has(packageId))
    return [
      {
        eventKey: `${nameEvent(change.changeId)}${clientId}`,
        occasion: { statusId: change.statusId },
        template: (isAnnounced && announced.get(first.packageId)) || first.template,
        client: first.client,
        packages: theirs,
        invoiceId: null,
        values: packageValues(theirs),
        holdSeconds: change.holdSeconds ?? 0,
      },
    ]
  })
  await enqueueMessages(db, notifications)
}

/**
 * Cancels the waiting messages of a change of status that is undone. `left` counts its messages that are on their way, were
 * sent or ended by themselves: a client may have read those.
 */
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
