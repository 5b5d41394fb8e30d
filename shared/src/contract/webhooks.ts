import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { id, instant, no, requiredText, version } from './schema.ts'

export const webhookEvents = [
  'package.status_changed',
  'invoice.created',
  'invoice.paid',
  'invoice.voided',
  'client.created',
] as const
export const webhookEvent = z.enum(webhookEvents, { error: 'Elija eventos de la lista' })
export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhook = z.object({
  id,
  address: z.string(),
  events: z.array(webhookEvent),
  isPaused: z.boolean(),
  /** Null while the receiver answers successfully. */
  failing: z.nullable(z.object({ since: instant, reason: z.string() })),
  createdAt: instant,
  version: z.number(),
})
export type Webhook = z.infer<typeof webhook>

const addressError = 'Ingrese una dirección que empiece con https://'

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname !== ''
}

export const webhookDraft = z.object({
  address: requiredText(500, addressError).check(z.refine(isAddress, { error: addressError })),
  events: z
    .array(webhookEvent, { error: 'Elija al menos un evento' })
    .check(z.minLength(1, { error: 'Elija al menos un evento' }), z.maxLength(20)),
  isPaused: no,
  version,
})
export type WebhookDraft = z.infer<typeof webhookDraft>

export const newWebhook = z.extend(webhook, { secret: z.string() })

export const webhookDelivery = z.object({
  id,
  event: z.string(),
  createdAt: instant,
  state: z.enum(['queued', 'sending', 'delivered', 'failed']),
  attempts: z.number(),
  /** Null when no further try follows. */
  nextAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** The HTTP status; null without an answer. */
  answerStatus: z.nullable(z.number()),
  error: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhookEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhooks',
    who: 'programs.manage',
    summary: 'The webhooks of the company by address',
    personal: true,
    reply: dataReply(z.array(webhook)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/webhooks',
    idempotent: true,
    who: 'programs.manage',
    summary: 'Add a webhook; `secret`, which signs what it is sent, is answered this once',
    personal: true,
    body: webhookDraft,
    reply: dataReply(newWebhook),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/webhooks/:id',
    who: 'programs.manage',
    summary: 'Change or pause a webhook',
    personal: true,
    params: oneRow,
    body: webhookDraft,
    reply: dataReply(webhook),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/webhooks/:id',
    who: 'programs.manage',
    summary: 'Delete a webhook; what waits for it is not sent',
    personal: true,
    params: oneRow,
    reply: emptyReply,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/webhooks/:id/test',
    idempotent: true,
    who: 'programs.manage',
    summary: 'Send the event `webhook.test`, also while the webhook is paused',
    personal: true,
    params: oneRow,
    reply: dataReply(webhookDelivery),
    status: 201,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    who: 'programs.manage',
    summary: 'The last 50 deliveries of a webhook, the newest first',
    personal: true,
    params: oneRow,
    reply: dataReply(z.array(webhookDelivery)),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
    idempotent: true,
    who: 'programs.manage',
    summary: 'Send a delivery again, under the same id',
    personal: true,
    params: z.object({ id, deliveryId: id }),
    reply: dataReply(webhookDelivery),
  }),
}
