import { isPossiblePhoneNumber } from 'libphonenumber-js/min'
import { internationalPhone } from './phone.ts'

/**
 * Says whether the digits can be a phone of the country that they name; eight digits alone are taken for Nicaragua's. Kept apart from the
 * other phone rules because of the size of its tables.
 * docs/product/clients.md, "Phones".
 */
export function isPossiblePhone(digits: string): boolean {
  return /^\d+$/.test(digits) && isPossiblePhoneNumber(internationalPhone(digits))
}
