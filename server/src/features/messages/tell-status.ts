import { sql } from 'kysely'
import { anyOf } from '../../platform/any-of.ts'
import type { Db } from '../../platform/database.ts'
import { enqueueMessage, type Recipient } from './enqueue-message.ts'
import { packageValues, type ToldPackage } from './message-values.ts'

type Told = ToldPackage & {
  packageId: string
  client: Recipient
  template: { id: string; content: string }
}

/** The packages whose status names a text and whose client is known, as they are now. */
async function listTold(db: Db, packageIds: string[], statusId: string): Promise<Told[]> {
  const rows = await db
    .selectFrom('packages as p')
    .innerJoin('clients as c', 'c.id', 'p.client_id')
    .innerJoin('statuses as s', (join) => join.on('s.id', '=', statusId))
    .innerJoin('templates as t', 't.id', 's.template_id')
    .select([
      'p.id as packageId',
      'p.tracking',
      'p.warehouse_tracking as warehouseTracking',
      'p.contents',
      'p.description',
      'p.weight',
      'p.final_price_per_pound as finalPricePerPound',
      'p.total_price as totalPrice',
      'p.shipping_method as shippingMethod',
      'c.id as clientId',
      'c.first_name as firstName',
      'c.last_names as lastNames',
      'c.casillero',
      'c.phone',
      'c.messages_allowed as messagesAllowed',
      't.id as templateId',
      sql<string>`coalesce(t.custom_content, t.default_content)`.as('content'),
    ])
    .where('p.id', '=', anyOf(packageIds))
    .orderBy('p.company_package_id')
    .execute()
  return rows.map(
    ({ clientId, firstName, lastNames, casillero, phone, messagesAllowed, templateId, content, ...told }) => ({
      ...told,
      client: { id: clientId, firstName, lastNames, casillero, phone, messagesAllowed },
      template: { id: templateId, content },
    }),
  )
}

/**
 * Tells clients that their packages have come to a status: one message per client and change, however many packages moved
 * (whatsapp decisions, "Outbox"). `changeId` is the history entry of the change, which makes the event one of its kind.
 */
export async function tellStatus(
  db: Db,
  change: { changeId: string; packageIds: string[]; statusId: string },
): Promise<void> {
  const told = await listTold(db, change.packageIds, change.statusId)
  const byClient = Map.groupBy(told, ({ client }) => client.id)
  for (const [clientId, theirs] of byClient) {
    const [first] = theirs
    if (!first) continue
    await enqueueMessage(db, {
      eventKey: `status:${change.changeId}:${clientId}`,
      template: first.template,
      client: first.client,
      packageIds: theirs.map(({ packageId }) => packageId),
      invoiceId: null,
      values: packageValues(theirs),
    })
  }
}
