import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { message } from './messages.ts'
import { id, instant } from './schema.ts'

export const clientDevice = z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: instant })
export type ClientDevice = z.infer<typeof clientDevice>

const params = z.object({ id })

export const clientAccessEndpoints = {
  send: endpoint({
    method: 'POST',
    path: '/api/client/:id/access',
    idempotent: true,
    who: 'messages.send',
    summary: 'Send the client a message with a link that lets them into their own pages once, for 30 minutes',
    params,
    reply: dataReply(message),
    status: 201,
  }),
  makeLink: endpoint({
    method: 'POST',
    path: '/api/client/:id/access-link',
    idempotent: true,
    who: 'clients.write',
    summary:
      'Make a link that lets the client into their own pages once, for 24 hours; it is shown once and never again',
    params,
    reply: dataReply(z.object({ id, url: z.string() })),
    status: 201,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/client/:id/devices',
    who: 'clients.read',
    summary: 'The devices on which the client is in, the last used one first',
    params,
    reply: dataReply(z.array(clientDevice)),
  }),
  endDevice: endpoint({
    method: 'DELETE',
    path: '/api/client/:id/devices/:deviceId',
    who: 'clients.write',
    summary: 'End a device of the client',
    params: z.object({ id, deviceId: id }),
    reply: emptyReply,
  }),
}
