import { sql } from 'kysely'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Occasion, Recipient } from './enqueue-message.ts'
import type { ToldPackage } from './message-values.ts'

export type Told = ToldPackage & {
  packageId: string
  client: Recipient
  template: { id: string; content: string }
}

function templateOf(db: Db, occasion: Occasion) {
  const templates = db
    .selectFrom('templates as t')
    .select(['t.id', sql<string>`coalesce(t.custom_content, t.default_content)`.as('content')])
  return typeof occasion === 'string'
    ? templates.where('t.key', '=', occasion)
    : templates.innerJoin('statuses as s', 's.template_id', 't.id').where('s.id', '=', occasion.statusId)
}

/** The packages as they are now, whose client is known, with the text; none when the occasion names no text. */
export async function listTold(db: Db, packageIds: string[], occasion: Occasion): Promise<Told[]> {
  const rows = await db
    .selectFrom('packages as p')
    .innerJoin('clients as c', 'c.id', 'p.client_id')
    .innerJoin(templateOf(db, occasion).as('t'), (join) => join.onTrue())
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
      sql<boolean>`c.chat_known_at is not null`.as('isKnown'),
      't.id as templateId',
      't.content',
    ])
    .where('p.id', '=', anyOf(packageIds))
    .orderBy('p.company_package_id')
    .execute()
  return rows.map(
    ({ clientId, firstName, lastNames, casillero, phone, messagesAllowed, isKnown, templateId, content, ...told }) => ({
      ...told,
      client: { id: clientId, firstName, lastNames, casillero, phone, messagesAllowed, isKnown },
      template: { id: templateId, content },
    }),
  )
}
