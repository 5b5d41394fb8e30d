import { isPossiblePhone } from '@casillero/shared/domain/phone-possible'
import { AppError } from '../../platform/errors.ts'

/** Throws `invalid`, under the field, where a phone is none of its country. docs/product/clients.md, "Phones". */
export function requirePossiblePhone(phone: string): void {
  if (isPossiblePhone(phone)) return
  throw new AppError('invalid', { fields: { phone: 'Ingrese un número de teléfono válido para su país' } })
}
