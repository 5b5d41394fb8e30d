import * as z from 'zod/mini'
import { ledgerKinds } from '../domain/ledger-entry.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { paperFormat } from './invoices.ts'
import { message } from './messages.ts'
import { paperClient } from './paper-client.ts'
import { paymentMethod } from './payments.ts'
import { date, id, instant } from './schema.ts'

const params = z.object({ id })

const ledgerEntry = z.object({
  id,
  at: instant,
  kind: z.enum(ledgerKinds),
  invoice: z.nullable(z.object({ id, companyInvoiceId: z.number() })),
  method: z.nullable(paymentMethod),
  reference: z.nullable(z.string()),
  /** `US$10.00 × 36.40`. */
  conversion: z.nullable(z.string()),
  /** `#436: 3.20 lbs · volumen 5.78 → 6 lbs`. */
  basis: z.array(z.string()),
  debit: z.number(),
  credit: z.number(),
  /** Negative if the company owes the client. */
  balance: z.number(),
})

export const statement = z.object({
  client: paperClient,
  from: date,
  to: date,
  /** One per currency; they are never added. */
  accounts: z.array(
    z.object({
      currencyId: id,
      code: z.string(),
      name: z.string(),
      symbol: z.string(),
      opening: z.number(),
      debits: z.number(),
      credits: z.number(),
      closing: z.number(),
      /** The debt on that day; credit is given separately. */
      owed: z.number(),
      credit: z.number(),
      /** The amount in córdobas at today's rate; null if it is in córdobas. */
      reference: z.nullable(z.object({ symbol: z.string(), rate: z.number(), amount: z.number() })),
      entries: z.array(ledgerEntry),
    }),
  ),
})
export type Statement = z.infer<typeof statement>

const period = {
  from: z.optional(date),
  to: z.optional(date),
}

export const statementEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/clients/:id/statement',
    who: 'clients.read',
    summary: 'What a client owes between two days, event by event, one account for each currency',
    params,
    query: z.object(period),
    reply: dataReply(statement),
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/clients/:id/statement/document',
    who: 'clients.read',
    summary: 'The statement as a paper, a letter or a ticket of 80 mm',
    params,
    query: z.object({ ...period, format: z._default(paperFormat, 'letter') }),
    file: 'application/pdf',
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/clients/:id/statement/messages',
    idempotent: true,
    who: 'messages.send',
    summary: 'Send the client what is owed now; a message that waits already is answered again',
    params,
    reply: dataReply(message),
    status: 201,
  }),
}
