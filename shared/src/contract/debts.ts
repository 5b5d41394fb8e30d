import * as z from 'zod/mini'
import { messageStates } from '../domain/message-state.ts'
import { creditLine } from './credit-line.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { message } from './messages.ts'
import { date, id, instant } from './schema.ts'

const sum = { currencyId: id, code: z.string(), symbol: z.string(), amount: z.number() }

const debt = {
  ...sum,
  count: z.number(),
  /** Sums in the order of the age steps. */
  byAge: z.array(z.number()),
}

/** The last reminder that left, else the last that failed; null without any. */
export const lastReminder = z.nullable(
  z.object({
    at: instant,
    state: z.enum(messageStates),
    /** The earliest day for another one; null if it did not leave. */
    nextOn: z.nullable(date),
    isDue: z.boolean(),
  }),
)

export const debtor = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  lastNames: z.string(),
  phone: z.string(),
  messagesAllowed: z.boolean(),
  days: z.number(),
  /** One per currency; they are never added. */
  debts: z.array(z.object(debt)),
  credit: z.array(z.object(sum)),
  creditLine,
  reminder: lastReminder,
})
export type Debtor = z.infer<typeof debtor>

export const debtTotal = z.object({ ...debt, name: z.string(), clients: z.number() })
export type DebtTotal = z.infer<typeof debtTotal>

export const debtEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/debts',
    who: 'cash.read',
    summary: 'The clients who owe, the oldest debt first, by currency and age, with their credit and last reminder',
    query: z.object(listQuery),
    reply: pageReply(debtor),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/debts/totals',
    who: 'cash.read',
    summary: 'What all clients owe by currency and age; null where the caller sees no sums of money',
    reply: dataReply(z.nullable(z.array(debtTotal))),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/clients/:id/reminders',
    idempotent: true,
    who: 'messages.send',
    summary: 'Remind a client by WhatsApp of what is owed, at most once a week',
    params: z.object({ id }),
    reply: dataReply(message),
    status: 201,
  }),
}
