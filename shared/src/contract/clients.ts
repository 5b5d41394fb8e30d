import * as z from 'zod/mini'
import { clientDraft, phone } from './client-draft.ts'
import { createdBetween, dataReply, emptyReply, endpoint, flag, listQuery, orderedBy, pageReply } from './endpoint.ts'
import { id, instant, personName, requiredId } from './schema.ts'

export const client = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  phone: z.string(),
  secondPhone: z.nullable(z.string()),
  /** Until it is proven, a message from it does not identify the client. */
  isSecondPhoneProven: z.boolean(),
  /** Null once proven, and after 24 hours. */
  secondPhoneCode: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  department: z.nullable(z.string()),
  cedula: z.nullable(z.string()),
  defaultTariffMaritimoId: z.nullable(id),
  defaultTariffAereoId: z.nullable(id),
  /** The debt in US$ up to which unpaid packages are handed over; null for no credit. */
  creditLimit: z.nullable(z.number()),
  /** False after the answer BAJA, until staff allow messages again. */
  messagesAllowed: z.boolean(),
  /** The client's words that may be an opt-out, until staff decide. */
  optOutText: z.nullable(z.string()),
  /** Since the number's owner denied having asked to become a client; until staff release the client, no device comes in. */
  heldAt: z.nullable(instant),
  /** Mailbox numbers of clients merged into this one. */
  formerCasilleros: z.array(z.string()),
  createdAt: instant,
  version: z.number(),
})
export type Client = z.infer<typeof client>

const params = z.object({ id })

export const clientFilter = {
  debt: z.optional(flag),
  ready: z.optional(flag),
  recent: z.optional(flag),
  ...createdBetween,
}

export const clientEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/client',
    who: 'clients.read',
    summary: 'Clients by name',
    query: z.object({ ...listQuery, ...clientFilter, sort: orderedBy('name') }),
    reply: pageReply(client),
  }),
  same: endpoint({
    method: 'GET',
    path: '/api/client/same',
    who: 'clients.read',
    summary: 'A living client with this name and phone, for the warning under the field',
    query: z.object({
      firstName: personName(120, 'El nombre es requerido'),
      lastNames: personName(120, 'Los apellidos son requeridos'),
      phone,
      exceptId: z.optional(id),
    }),
    reply: dataReply(z.nullable(client)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/client/:id',
    who: 'clients.read',
    summary: 'One client',
    params,
    reply: dataReply(client),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/client',
    who: 'clients.write',
    summary: 'Add a client; the server gives the casillero',
    body: clientDraft,
    reply: dataReply(client),
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/client/:id',
    who: 'clients.write',
    summary: 'Change a client',
    params,
    body: clientDraft,
    reply: dataReply(client),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/clients/:id/merge',
    who: 'clients.merge',
    summary: 'Merge a client into another one, who gets all that belongs to it; cannot be undone',
    params,
    body: z.object({ intoClientId: requiredId('Elija el otro cliente') }),
    reply: dataReply(
      z.object({ client, packages: z.number(), invoices: z.number(), handovers: z.number(), messages: z.number() }),
    ),
    idempotent: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/client/:id',
    who: 'clients.delete',
    summary: 'Delete a client without packages or invoices',
    params,
    reply: emptyReply,
  }),
}
