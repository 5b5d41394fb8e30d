import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { id, instant, optionalEmail, optionalId, optionalText, requiredText, version } from './schema.ts'

export const client = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  department: z.nullable(z.string()),
  defaultTariffMaritimoId: z.nullable(id),
  defaultTariffAereoId: z.nullable(id),
  /** False after the client answered BAJA, until staff allow it again. */
  messagesAllowed: z.boolean(),
  createdAt: instant,
  version: z.number(),
})
export type Client = z.infer<typeof client>

const phoneMissing = 'El teléfono es requerido'

/** Digits only, whatever separators were typed; that the number is possible for its country is the server's check. */
const phone = z.string({ error: phoneMissing }).check(
  z.overwrite((value: string) => value.replace(/[\s\-+().]/g, '')),
  z.minLength(1, { error: phoneMissing }),
  z.regex(/^\d{7,15}$/, { error: 'Ingrese un número de teléfono válido' }),
)

export const clientDraft = z.object({
  firstName: requiredText(120, 'El nombre es requerido'),
  middleName: optionalText(120),
  lastNames: requiredText(120, 'Los apellidos son requeridos'),
  phone,
  email: optionalEmail,
  address: optionalText(120),
  city: optionalText(120),
  department: optionalText(120),
  defaultTariffMaritimoId: optionalId,
  defaultTariffAereoId: optionalId,
  version,
})
export type ClientDraft = z.infer<typeof clientDraft>

const params = z.object({ id })

export const clientEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/client',
    who: 'clients.read',
    summary: 'Clients by name',
    query: z.object(listQuery),
    reply: pageReply(client),
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
  remove: endpoint({
    method: 'DELETE',
    path: '/api/client/:id',
    who: 'clients.delete',
    summary: 'Delete a client without packages or invoices',
    params,
    reply: emptyReply,
  }),
}
