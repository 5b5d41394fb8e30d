import * as z from 'zod/mini'
import { messageStates } from '../domain/message-state.ts'
import { chosenPackages } from './chosen-packages.ts'
import { client } from './clients.ts'
import { dataReply, endpoint, listQuery, orderedBy, pageReply } from './endpoint.ts'
import { date, id, instant } from './schema.ts'

const messageState = z.enum(messageStates, { error: 'Elija un estado' })

export const message = z.object({
  id,
  /** Null if the number is no client's; the name is then the number. */
  clientId: z.nullable(id),
  clientName: z.string(),
  casillero: z.nullable(z.string()),
  templateTitle: z.string(),
  phone: z.string(),
  /** While the message waits, the text it would have now. */
  body: z.string(),
  state: messageState,
  attempts: z.number(),
  /** When the next try is due, while the message is queued. */
  nextAt: z.nullable(instant),
  expiresAt: instant,
  /** A sentence for users. */
  error: z.nullable(z.string()),
  packages: z.array(z.object({ id, companyPackageId: z.number() })),
  /** The current state, not the one when the message was written. */
  clientAllowsMessages: z.boolean(),
  isConnected: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type Message = z.infer<typeof message>

export const messageEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/messages',
    who: 'messages.read',
    summary: 'Messages, newest first; without a package or a client it is the queue, for admins',
    query: z.object({
      page: listQuery.page,
      limit: listQuery.limit,
      packageId: z.optional(id),
      clientId: z.optional(id),
      state: z.optional(messageState),
      from: z.optional(date),
      to: z.optional(date),
      sort: orderedBy('createdAt'),
    }),
    reply: pageReply(message),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/messages/summary',
    who: 'messageQueue.read',
    summary: 'Why the queue waits, and how many messages of today are in each state',
    reply: dataReply(
      z.object({
        waiting: z.number(),
        /** Messages that waited in a restored backup, and may have left since it was made. */
        held: z.number(),
        /** Messages that mention a price which their packages do not have yet. */
        unpriced: z.number(),
        reason: z.nullable(z.string()),
        nextAt: z.nullable(instant),
        today: z.record(messageState, z.number()),
      }),
    ),
  }),
  connection: endpoint({
    method: 'GET',
    path: '/api/messages/connection',
    who: 'messages.send',
    summary: 'Whether the phone that was linked can send, and how many messages wait',
    reply: dataReply(
      z.object({
        /** `none`: no gateway is configured, or no phone was ever linked. */
        gateway: z.enum(['none', 'up', 'down']),
        waiting: z.number(),
      }),
    ),
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/messages/held',
    idempotent: true,
    who: 'whatsapp.manage',
    summary: 'Send, or discard, the messages that waited in a copy that was restored',
    body: z.object({ action: z.enum(['send', 'discard'], { error: 'Diga si se envían o se descartan' }) }),
    reply: dataReply(z.object({ messages: z.number() })),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/messages/:id/resend',
    idempotent: true,
    who: 'messages.send',
    summary: 'Send again what failed, expired, was cancelled or is unknown',
    params: z.object({ id }),
    reply: dataReply(message),
    status: 201,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/messages/:id/cancel',
    idempotent: true,
    who: 'messages.send',
    summary: 'Keep a message that waits from leaving',
    params: z.object({ id }),
    reply: dataReply(message),
  }),
  correctionDue: endpoint({
    method: 'GET',
    path: '/api/packages/:id/correction',
    who: 'messages.send',
    summary:
      'Whether the client was notified of another weight or price than the package has, and no message of it waits',
    params: z.object({ id }),
    reply: dataReply(z.object({ isDue: z.boolean() })),
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/packages/correction',
    idempotent: true,
    who: 'messages.send',
    summary: 'Notify clients of the corrected weight and price of packages, each correction once',
    body: z.object({ packageIds: chosenPackages }),
    reply: dataReply(z.object({ messages: z.number() })),
    status: 201,
  }),
  allow: endpoint({
    method: 'PUT',
    path: '/api/client/:id/messages',
    who: 'clients.write',
    summary: 'Let a client get messages again, or no more',
    params: z.object({ id }),
    body: z.object({ allowed: z.boolean({ error: 'Diga si el cliente recibe mensajes' }) }),
    reply: dataReply(client),
  }),
}
