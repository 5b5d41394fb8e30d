import { randomBytes } from 'node:crypto'
import { internationalPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { renderTemplate, type TemplateValues } from '@casillero/shared/domain/template'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { clientValues, leaveOutAbsent, type MessageClient } from '../texts/message-values.ts'

export type Recipient = MessageClient & { id: string; messagesAllowed: boolean; isKnown: boolean }

/** Each status has its own template, every other occasion one. A reminder and a delay are news while the packages are in that status. */
export type Occasion =
  | { statusId: string }
  | { waitingIn: string }
  | { lateIn: string | null }
  | 'shipping'
  | 'correction'
  | 'invoice'
  | 'statement'
  | 'reminder'
  | 'access'
  | 'prealert'
  | 'voucher_received'
  | 'voucher_accepted'
  | 'voucher_rejected'
  | 'welcome'
  | 'phone_added'

export type Notification = {
  eventKey: string
  occasion: Occasion
  template: { id: string; content: string }
  client: Recipient
  packages: { packageId: string; weight: number | null; totalPrice: number | null }[]
  invoiceId: string | null
  link?: string
  values: TemplateValues
  /** Seconds to wait, for a change that can still be undone. */
  holdSeconds?: number
}

/** Has the gateway's form, but is chosen before sending. */
export const newGatewayMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

function occasionColumns(occasion: Occasion) {
  if (typeof occasion === 'string') return { occasion, status_id: null }
  if ('statusId' in occasion) return { occasion: 'status' as const, status_id: occasion.statusId }
  return 'waitingIn' in occasion
    ? { occasion: 'waiting' as const, status_id: occasion.waitingIn }
    : { occasion: 'late' as const, status_id: occasion.lateIn }
}

const optedOut = 'El cliente pidió no recibir mensajes'

/** Digits only, with the country's code. */
export const recipientPhone = (phone: string): string => phoneDigits(internationalPhone(phone))

/** Requires a number with its country's code. */
export const isReachable = (phone: string): boolean => /^\d{8,15}$/.test(recipientPhone(phone))

/**
 * Runs in the transaction of the event. Texts are rendered again on leaving; those written here are for servers of the version before. For
 * clients who want no messages it writes a cancelled one, so that staff see why nothing was sent.
 * docs/product/messages.md, "What is notified".
 */
export async function enqueueMessages(db: Db, notifications: Notification[]): Promise<void> {
  for (let from = 0; from < notifications.length; from += atOnce) {
    await insertMessages(db, notifications.slice(from, from + atOnce))
  }
}

/** Rows per statement, so that it ends within its time limit on a busy machine. */
const atOnce = 1_000

const toRow = ({ eventKey, occasion, template, client, invoiceId, link, values, holdSeconds = 0 }: Notification) => ({
  event_key: eventKey,
  ...occasionColumns(occasion),
  client_id: client.id,
  template_id: template.id,
  invoice_id: invoiceId,
  link: link ?? null,
  phone: recipientPhone(client.phone),
  to_stranger: !client.isKnown,
  // The day is worked out on leaving.
  body: renderTemplate(leaveOutAbsent(template.content, { fecha_estimada: '' }), {
    ...clientValues(client),
    ...values,
  }),
  gateway_message_id: newGatewayMessageId(),
  hold_seconds: holdSeconds,
  state: client.messagesAllowed ? 'queued' : 'cancelled',
  error: client.messagesAllowed ? null : optedOut,
})

/** Sends arrays, because thousands of values, each with its sub-select, take longer to plan than to write. */
async function insertMessages(db: Db, notifications: Notification[]): Promise<void> {
  const byEvent = new Map(notifications.map((each) => [each.eventKey, each]))
  const { rows: inserted } = await sql<{ id: string; eventKey: string }>`
    insert into messages (event_key, occasion, status_id, client_id, template_id, invoice_id, link, phone, to_stranger, body,
                          gateway_message_id, next_at, expires_at, state, error)
    select n.event_key, n.occasion, n.status_id, n.client_id, n.template_id, n.invoice_id, n.link, n.phone, n.to_stranger, n.body,
           n.gateway_message_id, clock_timestamp() + n.hold_seconds * interval '1 second', app_now() + t.expires_after, n.state, n.error
    from json_to_recordset(${JSON.stringify(notifications.map(toRow))}::json) as n (
      event_key text, occasion text, status_id uuid, client_id uuid, template_id uuid, invoice_id uuid, link text, phone text,
      to_stranger boolean, body text, gateway_message_id text, hold_seconds double precision, state text, error text)
    left join templates t on t.id = n.template_id
    on conflict (company_id, event_key) do nothing
    returning id, event_key as "eventKey"`.execute(db)
  const links = inserted.flatMap(({ id, eventKey }) =>
    (byEvent.get(eventKey)?.packages ?? []).map((told) => ({ ...told, messageId: id })),
  )
  if (links.length === 0) return
  await sql`
    insert into message_packages (message_id, package_id, told_weight, told_price)
    select * from unnest(${links.map(({ messageId }) => messageId)}::uuid[], ${links.map(({ packageId }) => packageId)}::uuid[],
                         ${links.map(({ weight }) => weight)}::numeric[], ${links.map(({ totalPrice }) => totalPrice)}::numeric[])`.execute(
    db,
  )
}
