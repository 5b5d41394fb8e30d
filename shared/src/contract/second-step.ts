import * as z from 'zod/mini'
import { presentPassword } from './account.ts'
import { signInReply } from './auth.ts'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { id, instant, requiredText } from './schema.ts'

const codeMissing = 'Ingrese el código'

const ticket = z.string({ error: 'Ingrese su contraseña otra vez' }).check(z.minLength(1), z.maxLength(64))
const code = z.string({ error: codeMissing }).check(z.minLength(1, { error: codeMissing }), z.maxLength(40))
const bytes = z.string().check(z.maxLength(8_000))
const attachment = z.optional(z.enum(['platform', 'cross-platform']))
const extensions = z.optional(z.unknown())

const assertion = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
})
export type Assertion = z.infer<typeof assertion>

const transport = z.string().check(z.maxLength(20))

const attestation = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(transport).check(z.maxLength(10))),
  }),
})
export type Attestation = z.infer<typeof attestation>

const passkeyOptions = z.looseObject({ challenge: z.string() })

const trust = z.optional(z.boolean())

export const secondStepTry = z.union([
  z.object({ ticket, method: z.enum(['app', 'recovery']), code, trust }),
  z.object({ ticket, method: z.literal('passkey'), response: assertion, trust }),
])
export type SecondStepTry = z.infer<typeof secondStepTry>

/** The key in base32, its address for a QR, and the QR's rows with 1 for black. */
export const offeredApp = z.object({ secret: z.string(), address: z.string(), qr: z.array(z.string()) })
export type OfferedApp = z.infer<typeof offeredApp>

/** Recovery codes, each valid once; null if earlier ones stay. */
const codes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

export const passkey = z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) })
export type Passkey = z.infer<typeof passkey>

const ownSecondStep = z.object({
  since: z.nullable(instant),
  hasApp: z.boolean(),
  passkeys: z.array(passkey),
  codesLeft: z.number(),
  isRequired: z.boolean(),
  /** True if the session is older than ten minutes. */
  asksPassword: z.boolean(),
})
export type OwnSecondStep = z.infer<typeof ownSecondStep>

const maybePassword = z.object({ currentPassword: z.optional(z.string().check(z.maxLength(128))) })
const passkeyName = requiredText(60, 'Ponga un nombre a la llave')

export const passkeyDraft = z.object({
  name: passkeyName,
  currentPassword: z.optional(z.string().check(z.maxLength(128))),
})
export const passwordCheck = z.object({ currentPassword: presentPassword })

export const secondStepEndpoints = {
  finish: endpoint({
    method: 'POST',
    path: '/api/auth/second-step',
    who: 'anyone',
    summary: 'Take the second step of a sign-in with a code or a passkey; a passkey alone signs in without a password',
    body: secondStepTry,
    reply: z.extend(signInReply, {
      /** A secret for 30 days; null unless `trust` was sent. */
      trustedDevice: z.nullable(z.string()),
      codesLeft: z.number(),
      /** Wrong codes since the user's last second step. */
      wrongCodes: z.number(),
    }),
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/api/auth/second-step/passkey',
    who: 'anyone',
    summary: 'The challenge for a passkey: that of a ticket, or without one for a passkey alone',
    body: z.object({ ticket: z.optional(ticket), device: z.optional(z.string().check(z.maxLength(128))) }),
    reply: dataReply(z.object({ ticket: z.string(), options: passkeyOptions })),
  }),
  offerAtSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/second-step/activation',
    who: 'anyone',
    summary: 'Begin to make the second step that the company asks for, with the ticket of the sign-in',
    body: z.object({ ticket }),
    reply: dataReply(offeredApp),
  }),
  confirmAtSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/second-step/activation/confirm',
    who: 'anyone',
    summary: 'End it with a code of the application, which signs in',
    body: z.object({ ticket, code }),
    reply: z.extend(signInReply, { recoveryCodes: z.array(z.string()) }),
  }),
  putOff: endpoint({
    method: 'POST',
    path: '/api/auth/second-step/later',
    who: 'anyone',
    summary: 'Sign in without the second step that an operator is asked for, within seven days',
    body: z.object({ ticket }),
    reply: signInReply,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/account/second-step',
    who: 'signedIn',
    summary: 'The own second step',
    personal: true,
    reply: dataReply(ownSecondStep),
  }),
  offerApp: endpoint({
    method: 'POST',
    path: '/api/account/second-step/app',
    who: 'signedIn',
    summary: 'Begin to add an application of codes; it counts once a code of it was confirmed',
    personal: true,
    body: maybePassword,
    reply: dataReply(offeredApp),
  }),
  confirmApp: endpoint({
    method: 'POST',
    path: '/api/account/second-step/app/confirm',
    who: 'signedIn',
    summary: 'End it with a code of the application',
    personal: true,
    body: z.object({ code }),
    reply: dataReply(codes),
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/api/account/second-step/recovery-codes',
    who: 'signedIn',
    summary: 'Ten new codes of recovery in place of those of before',
    personal: true,
    body: passwordCheck,
    reply: dataReply(codes),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/account/second-step/remove',
    who: 'signedIn',
    summary: 'Remove the own second step, with its passkeys and codes',
    personal: true,
    body: passwordCheck,
    reply: emptyReply,
  }),
  offerPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/challenge',
    who: 'signedIn',
    summary: 'Begin to add a passkey',
    personal: true,
    body: maybePassword,
    reply: dataReply(passkeyOptions),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    who: 'signedIn',
    summary: 'Add the passkey that the browser made',
    personal: true,
    body: z.object({ name: passkeyName, response: attestation }),
    reply: dataReply(codes),
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/account/passkeys/:id',
    who: 'signedIn',
    summary: 'Name a passkey',
    personal: true,
    params: z.object({ id }),
    body: z.object({ name: passkeyName }),
    reply: emptyReply,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/account/passkeys/:id',
    who: 'signedIn',
    summary: 'Remove a passkey',
    personal: true,
    params: z.object({ id }),
    reply: emptyReply,
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/api/users/:id/second-step',
    who: 'users.manage',
    summary: 'The second step of a member of the staff, without its secrets',
    params: z.object({ id }),
    reply: dataReply(z.object({ since: z.nullable(instant), hasApp: z.boolean(), passkeys: z.number() })),
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/second-step',
    who: 'users.manage',
    summary: 'Remove the second step of another member of the staff; their sessions and access tokens end',
    personal: true,
    params: z.object({ id }),
    reply: emptyReply,
  }),
}
