import * as z from 'zod/mini'
import { clientDraft, phone } from './client-draft.ts'
import { client } from './clients.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { id, instant, requiredId, requiredText } from './schema.ts'

export const signUpChoices = ['off', 'approval', 'automatic'] as const
export type SignUp = (typeof signUpChoices)[number]

/** A name in a message of the company must be no address of a page, and no number. */
const isName = z.refine<string>((name) => !/[\p{Nd}@/:]|www\.|\p{L}[.。．]\p{L}{2}/iu.test(name), {
  error: 'Escriba solo letras',
})

/** What a visitor sends; the server asks for the phone only where no message can prove it. */
export const signupDraft = z.object({
  firstName: clientDraft.shape.firstName.check(isName),
  lastNames: clientDraft.shape.lastNames.check(isName),
  city: clientDraft.shape.city,
  email: clientDraft.shape.email,
  phone: z.optional(phone),
})

export const signup = z.object({
  id,
  firstName: z.string(),
  lastNames: z.string(),
  /** Null while WhatsApp hides the number from which the message came. */
  phone: z.nullable(z.string()),
  /** True if the message came from that number. */
  isPhoneProven: z.boolean(),
  email: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** Clients with the same phone or name, up to three. */
  similar: z.array(z.object({ id, casillero: z.string(), name: z.string(), by: z.enum(['phone', 'name']) })),
  createdAt: instant,
})
export type Signup = z.infer<typeof signup>

const params = z.object({ id })

export const signupEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/signups',
    who: 'clients.read',
    summary: 'Requests to become a client that wait for approval, oldest first',
    query: z.object(listQuery),
    reply: pageReply(signup),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/signups/counts',
    who: 'clients.read',
    summary: 'How many requests wait for approval, and whether visitors may send some',
    reply: dataReply(z.object({ waiting: z.number(), isOpen: z.boolean() })),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/signups/:id/approve',
    who: 'clients.write',
    summary: 'Make the client that a request asks for, and send the welcome after ten seconds',
    params,
    /** Needed if WhatsApp hides the number. */
    body: z.object({ phone: z.optional(phone) }),
    reply: dataReply(client),
    idempotent: true,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/signups/:id/undo',
    who: 'clients.write',
    summary: 'Take an approval back while its welcome has not left',
    params,
    reply: dataReply(signup),
    idempotent: true,
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/signups/:id/join',
    who: 'clients.write',
    summary: 'Add the proven phone of a request to a client, and tell the client’s own phone',
    params,
    body: z.object({ clientId: requiredId('Elija el cliente') }),
    reply: dataReply(client),
    idempotent: true,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/signups/:id/reject',
    who: 'clients.write',
    summary: 'Refuse a request, and tell the number why if it is proven',
    params,
    body: z.object({ reason: requiredText(300, 'Escriba el motivo') }),
    reply: dataReply(z.object({ id, isTold: z.boolean() })),
    idempotent: true,
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/clients/:id/release',
    who: 'clients.write',
    summary: 'Release a client who is held because the number’s owner denied the request',
    params,
    reply: dataReply(client),
    idempotent: true,
  }),
}
