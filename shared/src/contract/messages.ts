import * as z from 'zod/mini'
import { client } from './clients.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { messageState } from './message-state.ts'
import { date, id, instant } from './schema.ts'

export const message = z.object({
  id,
  clientId: id,
  clientName: z.string(),
  casillero: z.string(),
  templateTitle: z.string(),
  phone: z.string(),
  body: z.string(),
  state: messageState,
  attempts: z.number(),
  /** When the next try is due, while the message is queued. */
  nextAt: z.nullable(instant),
  expiresAt: instant,
  /** Why it waits, failed or was cancelled, as a sentence for people. */
  error: z.nullable(z.string()),
  packages: z.array(z.object({ id, companyPackageId: z.number() })),
  /** What client and connection are like now, whenever it was written. */
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
        reason: z.nullable(z.string()),
        nextAt: z.nullable(instant),
        today: z.record(messageState, z.number()),
      }),
    ),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/messages/:id/resend',
    who: 'messages.send',
    summary: 'Send again what failed, expired, was cancelled or is unknown',
    params: z.object({ id }),
    reply: dataReply(message),
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
