import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { atMost, id, instant } from './schema.ts'
import { endedAccess, newPassword } from './users.ts'

/** Address and browser are null if an older server did not store them. */
export const accountSession = z.object({
  id,
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

const presentMissing = 'Ingrese su contraseña actual'

/** Asked again before anything that outlives the session is changed or created. */
export const presentPassword = z
  .string({ error: presentMissing })
  .check(z.minLength(1, { error: presentMissing }), atMost(128))

export const passwordChange = z.object({
  currentPassword: presentPassword,
  password: newPassword,
})
export type PasswordChange = z.infer<typeof passwordChange>

export const accountEndpoints = {
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/account/password',
    who: 'signedIn',
    summary: 'Change the own password; the other sessions and the access tokens end, this session stays',
    personal: true,
    body: passwordChange,
    reply: dataReply(endedAccess),
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    who: 'signedIn',
    summary: 'The own sessions, the one seen last first',
    personal: true,
    reply: dataReply(z.array(accountSession)),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    who: 'signedIn',
    summary: 'End one of the own sessions',
    personal: true,
    params: z.object({ id }),
    reply: emptyReply,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/others',
    who: 'signedIn',
    summary: 'End the own sessions but this one',
    personal: true,
    reply: emptyReply,
  }),
  endAllSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    who: 'signedIn',
    summary: 'End the own sessions, this one too',
    personal: true,
    reply: emptyReply,
  }),
}
