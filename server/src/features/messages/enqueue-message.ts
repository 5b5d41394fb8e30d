import { randomBytes } from 'node:crypto'
import { internationalPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { renderTemplate, type TemplateValues } from '@casillero/shared/domain/template'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { clientValues, type ToldClient } from './message-values.ts'

export type Recipient = ToldClient & { id: string; messagesAllowed: boolean; isKnown: boolean }

/** Names the text of a message: the one that a status names, the one of deliveries to the door, or the one of corrections. */
export type Occasion = { statusId: string } | 'shipping' | 'correction'

export type News = {
  /** Names the event, which has one message only. */
  eventKey: string
  occasion: Occasion
  template: { id: string; content: string }
  client: Recipient
  packages: { packageId: string; weight: number | null; totalPrice: number | null }[]
  invoiceId: string | null
  values: TemplateValues
  /** How long nothing leaves, for a change that can still be undone. */
  holdSeconds?: number
}

/** An id of the form that the gateway makes itself, chosen before the message is sent. */
export const newGatewayMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

const stopped = 'El cliente pidió no recibir mensajes'

/** The number as the gateway wants it: with its country, digits only. */
export const recipientPhone = (phone: string): string => phoneDigits(internationalPhone(phone))

/**
 * Writes messages into the queue, in the transaction of their event; the worker does the rest. Their text is made anew
 * when they leave; the one written here is for a server of the version before, which sends it as it is. A client who wants
 * none gets a cancelled one, so that staff see why nothing was sent.
 * docs/product/messages.md, "What is told".
 */
export async function enqueueMessages(db: Db, news: News[]): Promise<void> {
  if (news.length === 0) return
  const inserted = await db
    .insertInto('messages')
    .values(
      news.map(({ eventKey, occasion, template, client, invoiceId, values, holdSeconds = 0 }) => ({
        event_key: eventKey,
        occasion: typeof occasion === 'string' ? occasion : ('status' as const),
        status_id: typeof occasion === 'string' ? null : occasion.statusId,
        client_id: client.id,
        template_id: template.id,
        invoice_id: invoiceId,
        phone: recipientPhone(client.phone),
        to_stranger: !client.isKnown,
        body: renderTemplate(template.content, { ...clientValues(client), ...values }),
        gateway_message_id: newGatewayMessageId(),
        next_at: sql`clock_timestamp() + ${holdSeconds} * interval '1 second'`,
        expires_at: sql`app_now() + (select expires_after from templates where id = ${template.id})`,
        state: client.messagesAllowed ? ('queued' as const) : ('cancelled' as const),
        error: client.messagesAllowed ? null : stopped,
      })),
    )
    .onConflict((known) => known.columns(['company_id', 'event_key']).doNothing())
    .returning(['id', 'event_key as eventKey'])
    .execute()
  const links = inserted.flatMap(({ id, eventKey }) => {
    const packages = news.find((each) => each.eventKey === eventKey)?.packages ?? []
    return packages.map(({ packageId, weight, totalPrice }) => ({
      message_id: id,
      package_id: packageId,
      told_weight: weight,
      told_price: totalPrice,
    }))
  })
  if (links.length > 0) await db.insertInto('message_packages').values(links).execute()
}
