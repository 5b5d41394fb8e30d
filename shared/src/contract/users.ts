import * as z from 'zod/mini'
import { permissions } from '../domain/permissions.ts'
import { readTypedPhone } from '../domain/phone.ts'
import { permission, user, userStatus, userType } from './auth.ts'
import { emptyReply, endpoint, listQuery, pagination } from './endpoint.ts'
import {
  changedEmail,
  changedName,
  changedText,
  decimal,
  id,
  no,
  nullIfEmpty,
  optionalEmail,
  optionalName,
  optionalText,
  personName,
  version,
} from './schema.ts'

const passwordTooShort = 'La contraseña debe tener al menos 8 caracteres'
export const newPassword = z
  .string({ error: 'La contraseña es requerida' })
  .check(
    z.minLength(1, { error: 'La contraseña es requerida' }),
    z.minLength(8, { error: passwordTooShort }),
    z.maxLength(128, { error: 'La contraseña debe tener como máximo 128 caracteres' }),
  )

/** An empty text means none. */
const phoneOrEmpty = z.nullable(
  z
    .string()
    .check(z.overwrite(readTypedPhone), z.regex(/^(\+?\d{7,15})?$/, { error: 'Ingrese un número de teléfono válido' })),
)
const noneIfEmpty = z.transform((value: string | null | undefined) => value || null)

const nameMissing = 'El nombre es requerido'
const emailMissing = 'El correo electrónico es requerido'

/** Without duplicates, in the order of the list. */
const denials = z.pipe(
  z.array(permission, { error: 'Elija permisos de la lista' }).check(z.maxLength(50)),
  z.transform((sent) => permissions.filter((one) => sent.includes(one))),
)
const discountLimit = z.nullable(decimal({ min: 0, max: 100, decimals: 2, error: 'Ingrese un porcentaje de 0 a 100' }))

export const newUserDraft = z.object({
  firstName: personName(120, nameMissing),
  lastName: optionalName(120),
  email: optionalEmail.check(z.refine((value) => value !== null, { error: emailMissing })),
  phone: z.pipe(z.optional(phoneOrEmpty), noneIfEmpty),
  type: z._default(userType, 'user'),
  cedula: optionalText(40),
  seesMoneyReports: no,
  denials: z._default(denials, []),
  discountLimit: z._default(discountLimit, null),
  password: newPassword,
})
export type NewUserDraft = z.infer<typeof newUserDraft>

export const notReachable = 'Ingrese un correo electrónico o un teléfono'

/** Fields left out, and an empty password, do not change. The server checks that e-mail or phone remains. */
export const userDraft = z
  .object({
    firstName: z.optional(personName(120, nameMissing)),
    lastName: changedName(120),
    email: changedEmail,
    phone: z.optional(z.pipe(phoneOrEmpty, nullIfEmpty)),
    type: z.optional(userType),
    cedula: changedText(40),
    seesMoneyReports: z.optional(z.boolean()),
    denials: z.optional(denials),
    discountLimit: z.optional(discountLimit),
    password: z.pipe(
      z.optional(z.nullable(z.union([newPassword, z.literal('')], { error: passwordTooShort }))),
      noneIfEmpty,
    ),
    status: z.optional(userStatus),
    version,
  })
  .check(z.refine((draft) => draft.email !== null || draft.phone !== null, { path: ['email'], error: notReachable }))
export type UserDraft = z.infer<typeof userDraft>

export const endedAccess = z.object({ sessions: z.number(), accessTokens: z.number() })
export type EndedAccess = z.infer<typeof endedAccess>

export const usersReply = z.object({ success: z.literal(true), users: z.array(user), pagination })
export const userReply = z.object({ success: z.literal(true), user })
export const changedUserReply = z.object({ success: z.literal(true), user, ended: endedAccess })

const params = z.object({ id })

export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    who: 'users.manage',
    summary: 'Staff by name',
    query: z.object(listQuery),
    reply: usersReply,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/users/:id',
    who: 'users.manage',
    summary: 'One member of the staff',
    params,
    reply: userReply,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users',
    idempotent: true,
    who: 'users.manage',
    summary: 'Add a member of the staff',
    personal: true,
    body: newUserDraft,
    reply: userReply,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/:id',
    who: 'users.manage',
    summary:
      'Change a member of the staff; a new password, type, status or e-mail ends their sessions and access tokens',
    personal: true,
    params,
    body: userDraft,
    reply: changedUserReply,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/:id',
    who: 'users.manage',
    summary: 'Delete a member of the staff; their name stays in histories',
    personal: true,
    params,
    reply: emptyReply,
  }),
}
