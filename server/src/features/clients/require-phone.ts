import { isPossiblePhone } from '@casillero/shared/domain/phone-possible'
import { AppError } from '../../platform/errors.ts'

/** The sentence under a phone that is none of its country. docs/product/clients.md, "Phones". */
export const impossiblePhone = 'Ingrese un número de teléfono válido para su país'

/** Throws `invalid`, under the fields, where phones are none of their country. docs/product/clients.md, "Phones". */
export function requirePossiblePhones(phones: Readonly<Record<string, string | null | undefined>>): void {
  const wrong = Object.entries(phones).filter(([, phone]) => phone != null && !isPossiblePhone(phone))
  if (wrong.length > 0)
    throw new AppError('invalid', { fields: Object.fromEntries(wrong.map(([name]) => [name, impossiblePhone])) })
}
