import * as z from 'zod/mini'
import { presentPassword } from './account.ts'
import { oneRow } from './catalogue.ts'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { id, instant, no, optionalDate, requiredText } from './schema.ts'

export const accessToken = z.object({
  id,
  name: z.string(),
  userName: z.string(),
  isReadOnly: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
  lastUsedAt: z.nullable(instant),
})
export type AccessToken = z.infer<typeof accessToken>

/** Days, or `date` with a date beside it. */
export const tokenTerm = z.enum(['30', '90', '365', 'date'], { error: 'Elija cuándo vence' })

export const accessTokenDraft = z
  .object({
    name: requiredText(60, 'El nombre es requerido'),
    isReadOnly: no,
    term: tokenTerm,
    /** The last valid day in Managua, if `term` is `date`. */
    expiresOn: optionalDate,
    /** The password is asked again, because a screen left open must not create access for a year. */
    currentPassword: presentPassword,
  })
  .check(
    z.refine(({ term, expiresOn }) => term !== 'date' || expiresOn !== null, {
      path: ['expiresOn'],
      error: 'Ingrese la fecha',
    }),
  )
export type AccessTokenDraft = z.infer<typeof accessTokenDraft>

export const newAccessToken = z.extend(accessToken, { token: z.string() })

export const accessTokenEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/access-tokens',
    who: 'programs.manage',
    summary: 'The access tokens of the company that were not revoked, the newest first',
    personal: true,
    reply: dataReply(z.array(accessToken)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/access-tokens',
    idempotent: true,
    who: 'programs.manage',
    summary: 'Make an access token that acts as the caller; `token` is answered this once',
    personal: true,
    body: accessTokenDraft,
    reply: dataReply(newAccessToken),
    status: 201,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/access-tokens/:id',
    who: 'programs.manage',
    summary: 'Revoke an access token at once',
    personal: true,
    params: oneRow,
    reply: emptyReply,
  }),
}
