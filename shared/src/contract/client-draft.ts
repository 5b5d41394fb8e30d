import * as z from 'zod/mini'
import { readTypedPhone } from '../domain/phone.ts'
import {
  changedText,
  decimal,
  nullIfEmpty,
  optionalEmail,
  optionalId,
  optionalName,
  optionalText,
  personName,
  version,
} from './schema.ts'

const phoneMissing = 'El teléfono es requerido'

/** Digits, after a plus if one was typed. The server checks the country. */
export const phone = z
  .string({ error: phoneMissing })
  .check(
    z.overwrite(readTypedPhone),
    z.minLength(1, { error: phoneMissing }),
    z.regex(/^\+?\d{7,15}$/, { error: 'Ingrese un número de teléfono válido' }),
  )

const secondPhone = z
  .string()
  .check(z.overwrite(readTypedPhone), z.regex(/^(?:\+?\d{7,15})?$/, { error: 'Ingrese un número de teléfono válido' }))

export const clientDraft = z.object({
  firstName: personName(120, 'El nombre es requerido'),
  middleName: optionalName(120),
  lastNames: personName(120, 'Los apellidos son requeridos'),
  phone,
  /** If left out, it does not change: older forms do not send it. */
  secondPhone: z.optional(z.pipe(z.nullable(secondPhone), nullIfEmpty)),
  email: optionalEmail,
  address: optionalText(120),
  city: optionalText(120),
  department: optionalText(120),
  /** If left out, it does not change: older forms do not send it. */
  cedula: changedText(40),
  defaultTariffMaritimoId: optionalId,
  defaultTariffAereoId: optionalId,
  /** US$; null for no credit. If left out, it does not change. Only admins may change it. */
  creditLimit: z.optional(
    z.nullable(decimal({ min: 0.01, max: 99_999_999.99, decimals: 2, error: 'Ingrese un monto mayor a 0' })),
  ),
  version,
})
export type ClientDraft = z.infer<typeof clientDraft>
