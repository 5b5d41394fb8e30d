import * as z from 'zod/mini'
import { permissions, userTypes } from '../domain/permissions.ts'
import { endpoint } from './endpoint.ts'
import { atMost, id, instant, text } from './schema.ts'

export const userType = z.enum(userTypes)
export const permission = z.enum(permissions)
export const userStatus = z.enum(['active', 'inactive'])

export const user = z.object({
  id,
  firstName: z.string(),
  lastName: z.nullable(z.string()),
  fullName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  type: userType,
  status: userStatus,
  cedula: z.nullable(z.string()),
  /** Admins always see them. */
  seesMoneyReports: z.boolean(),
  /** Apply only while the type is `user`. */
  denials: z.array(permission),
  /** Percent of the undiscounted price; null for no limit. */
  discountLimit: z.nullable(z.number()),
  createdAt: instant,
  version: z.number(),
})
export type User = z.infer<typeof user>

export const sessionCompany = z.object({
  id,
  name: z.string(),
  subdomain: z.string(),
  logoUrl: z.nullable(z.string()),
})
export type SessionCompany = z.infer<typeof sessionCompany>

const missingIdentifier = 'Ingrese su correo o teléfono'
const missingPassword = 'Ingrese su contraseña'
const identifier = z.optional(text(160))

type SentCredentials = {
  identifier?: string
  email?: string
  phone?: string
  password?: string | null
  device?: unknown
  trusted?: unknown
}

const secret = /^[\w-]{43}$/

const credentials = z.pipe(
  z.object({
    identifier,
    email: identifier,
    phone: identifier,
    // Optional here, so that the second step reports it together with a missing identifier.
    password: z.optional(z.nullable(z.string({ error: missingPassword }))),
    /** Lets the server recognise a browser on which this user signed in before. */
    device: z.optional(z.unknown()),
    /** Secrets from second steps answered on this browser. */
    trusted: z.optional(z.unknown()),
  }),
  z.pipe(
    z.transform((sent: SentCredentials) => ({
      identifier: sent.identifier || sent.email || sent.phone || '',
      password: sent.password ?? '',
      // A malformed name is ignored.
      device: typeof sent.device === 'string' && /^[\w-]{16,128}$/.test(sent.device) ? sent.device : null,
      trusted: Array.isArray(sent.trusted)
        ? sent.trusted.filter((each) => typeof each === 'string' && secret.test(each)).slice(0, 10)
        : [],
    })),
    z.object({
      identifier: z.string().check(z.minLength(1, { error: missingIdentifier })),
      password: z.string().check(z.minLength(1, { error: missingPassword }), atMost(128)),
      device: z.nullable(z.string()),
      trusted: z.array(z.string()),
    }),
  ),
)

export const signInReply = z.object({ success: z.literal(true), token: z.string(), user, company: sessionCompany })

export const secondStepMethods = ['app', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** A second step to answer, or to set up first if `mustActivate`. */
const secondStep = z.object({
  ticket: z.string(),
  methods: z.array(z.enum(secondStepMethods)),
  fullName: z.string(),
  mustActivate: z.boolean(),
  /** Setting it up may be postponed. */
  mayDefer: z.boolean(),
})
export type SecondStep = z.infer<typeof secondStep>

export const authEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    who: 'anyone',
    summary: 'The company of this host, for the sign-in page',
    reply: z.object({ company: z.string(), subdomain: z.string(), logo_url: z.nullable(z.string()) }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    who: 'anyone',
    summary: 'Sign in with e-mail or phone; a user with a second step gets a ticket for it in place of a token',
    body: credentials,
    reply: z.union([signInReply, z.object({ success: z.literal(true), secondStep })]),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    who: 'signedIn',
    summary: 'Who this session is',
    reply: z.object({ success: z.literal(true), user, company: sessionCompany }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    who: 'signedIn',
    summary: 'End this session',
    personal: true,
    reply: z.object({ success: z.literal(true) }),
  }),
}
