import * as z from 'zod/mini'
import { lastReminder } from './debts.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { message } from './messages.ts'
import { id } from './schema.ts'

const sums = {
  count: z.number(),
  weight: z.number(),
  byAge: z.array(z.number()),
}

export const waitingClient = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  lastNames: z.string(),
  phone: z.string(),
  messagesAllowed: z.boolean(),
  days: z.number(),
  ...sums,
  reminder: lastReminder,
})
export type WaitingClient = z.infer<typeof waitingClient>

/** Includes packages without an owner. */
export const waitingTotals = z.object({
  ...sums,
  clients: z.number(),
  /** Packages without an owner, which are in no client's row. */
  unowned: z.number(),
  oldestDays: z.number(),
  /** Null if the company has no such status. */
  statusId: z.nullable(id),
})
export type WaitingTotals = z.infer<typeof waitingTotals>

export const waitingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/waiting',
    who: 'packages.read',
    summary:
      'The clients whose packages wait to be picked up, the longest wait first, by age, with their last reminder',
    query: z.object(listQuery),
    reply: pageReply(waitingClient),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/waiting/totals',
    who: 'packages.read',
    summary: 'How many packages of how many clients wait to be picked up, by age',
    reply: dataReply(waitingTotals),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/clients/:id/waiting-reminders',
    idempotent: true,
    who: 'messages.send',
    summary: 'Remind a client by WhatsApp of the packages that wait, at most once a week',
    params: z.object({ id }),
    reply: dataReply(message),
    status: 201,
  }),
}
