import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { message } from './messages.ts'
import { id } from './schema.ts'

const params = z.object({ id })

export const invoiceLinkEndpoints = {
  share: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/link',
    idempotent: true,
    who: 'invoices.write',
    summary: 'Make a link by which the invoice is seen without a session; it is shown once and never again',
    params,
    reply: dataReply(z.object({ id, url: z.string() })),
    status: 201,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/invoices/:id/link',
    who: 'invoices.write',
    summary: 'Revoke all links of the invoice',
    params,
    reply: emptyReply,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/messages',
    idempotent: true,
    who: 'messages.send',
    summary: 'Send the client a message with a link to the invoice; one that waits already is answered again',
    params,
    reply: dataReply(message),
    status: 201,
  }),
}
