import { randomBytes } from 'node:crypto'
import { internationalPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { renderTemplate, type TemplateValues } from '@casillero/shared/domain/template'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { clientValues, type MessageClient } from './message-values.ts'

export type Recipient = MessageClient & { id: string; messagesAllowed: boolean; isKnown: boolean }

/**
 * The event that decides the template: a status names its own, the others have one each; a reminder of packages that wait holds while
 * they are in that status.
 */
export type Occasion =
  | { statusId: string }
  | { waitingIn: string }
  | 'shipping'
  | 'correction'
  | 'invoice'
  | 'statement'
  | 'reminder'

export type Notification = {
  /** The name of the event; an event has one message only. */
  eventKey: string
  occasion: Occasion
  template: { id: string; content: string }
  client: Recipient
  packages: { packageId: string; weight: number | null; totalPrice: number | null }[]
  invoiceId: string | null
  /** The address that the text brings. */
  link?: string
  values: TemplateValues
  /** How long the message is held back, for a change that can still be undone. */
  holdSeconds?: number
}

/** An id of the form that the gateway makes itself, chosen before the message is sent. */
export const newGatewayMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

function occasionColumns(occasion: Occasion) {
  if (typeof occasion === 'string') return { occasion, status_id: null }
  return 'statusId' in occasion
    ? { occasion: 'status' as const, status_id: occasion.statusId }
    : { occasion: 'waiting' as const, status_id: occasion.waitingIn }
}

const optedOut = 'El cliente pidió no recibir mensajes'

/** The number as the gateway wants it: with its country, digits only. */
export const recipientPhone = (phone: string): string => phoneDigits(internationalPhone(phone))

/**
 * Writes messages into the queue, in the transaction of their event; the worker does the rest. Their text is rendered again
 * when they leave; the one written here is for a server of the version before, which sends it as it is. For a client who wants
 * no messages a cancelled one is written, so that staff see why nothing was sent.
 * docs/product/messages.md, "What is notified".
 */
export async function enqueueMessages(db: Db, notifications: Notification[]): Promise<void> {
  for (let from = 0; from < notifications.length; from += atOnce) {
    await insertMessages(db, notifications.slice(from, from + atOnce))
  }
}

/** A statement takes at most 65,535 values, of which a message has sixteen. */
const atOnce = 1_000
const packagesAtOnce = 10_000

async function insertMessages(db: Db, notifications: Notification[]): Promise<void> {
  const byEvent = new Map(notifications.map((each) => [each.eventKey, each]))
  const inserted = await db
    .insertInto('messages')
    .values(
      notifications.map(({ eventKey, occasion, template, client, invoiceId, link, values, holdSeconds = 0 }) => ({
        event_key: eventKey,
        ...occasionColumns(occasion),
        client_id: client.id,
        template_id: template.id,
        invoice_id: invoiceId,
        link: link ?? null,
        phone: recipientPhone(client.phone),
        to_stranger: !client.isKnown,
        body: renderTemplate(template.content, { ...clientValues(client), ...values }),
        gateway_message_id: newGatewayMessageId(),
        next_at: sql`clock_timestamp() + ${holdSeconds} * interval '1 second'`,
        expires_at: sql`app_now() + (select expires_after from templates where id = ${template.id})`,
        state: client.messagesAllowed ? ('queued' as const) : ('cancelled' as const),
        error: client.messagesAllowed ? null : optedOut,
      })),
    )
    .onConflict((known) => known.columns(['company_id', 'event_key']).doNothing())
    .returning(['id', 'event_key as eventKey'])
    .execute()
  const links = inserted.flatMap(({ id, eventKey }) => {
    const packages = byEvent.get(eventKey)?.packages ?? []
    return packages.map(({ packageId, weight, totalPrice }) => ({
      message_id: id,
      package_id: packageId,
      told_weight: weight,
      told_price: totalPrice,
    }))
  })
  for (let from = 0; from < links.length; from += packagesAtOnce) {
    await db
      .insertInto('message_packages')
      .values(links.slice(from, from + packagesAtOnce))
      .execute()
  }
}
