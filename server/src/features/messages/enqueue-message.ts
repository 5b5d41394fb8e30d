import { randomBytes } from 'node:crypto'
import { internationalPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { renderTemplate, type TemplateValues } from '@casillero/shared/domain/template'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { clientValues, type ToldClient } from './message-values.ts'

export type Recipient = ToldClient & { id: string; messagesAllowed: boolean }

export type News = {
  /** Names the event: the same one is told once. */
  eventKey: string
  template: { id: string; content: string }
  client: Recipient
  packageIds: string[]
  invoiceId: string | null
  values: TemplateValues
}

/** An id of the form that the gateway makes itself, chosen before the message is sent. */
export const newGatewayMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

const stopped = 'El cliente pidió no recibir mensajes'

/**
 * Writes a message into the queue, in the transaction of what it tells of; the worker does the rest. Its text is rendered
 * now. A client who wants none gets a cancelled one, so that staff see why nothing was sent.
 */
export async function enqueueMessage(db: Db, news: News): Promise<void> {
  const { client, template } = news
  const body = renderTemplate(template.content, { ...clientValues(client), ...news.values })
  const inserted = await db
    .insertInto('messages')
    .values({
      event_key: news.eventKey,
      client_id: client.id,
      template_id: template.id,
      invoice_id: news.invoiceId,
      phone: phoneDigits(internationalPhone(client.phone)),
      body,
      gateway_message_id: newGatewayMessageId(),
      expires_at: sql`app_now() + (select expires_after from templates where id = ${template.id})`,
      ...(client.messagesAllowed ? { error: null } : { state: 'cancelled' as const, error: stopped }),
    })
    .onConflict((known) => known.columns(['company_id', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted || news.packageIds.length === 0) return
  await db
    .insertInto('message_packages')
    .values(news.packageIds.map((packageId) => ({ message_id: inserted.id, package_id: packageId })))
    .execute()
}
