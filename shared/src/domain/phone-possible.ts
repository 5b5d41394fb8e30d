import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { completePhone, internationalPhone, readTypedPhone } from './phone.ts'

/** Says whether a number stands for none: one digit alone, or all in their order. */
const isFiller = (number: string): boolean => /^(\d)\1+$|^0?1234567/.test(number)

/** The calling code and the number of digits that can be a phone of the country that they name. */
function readPossible(digits: string): { code: string; number: string } | undefined {
  const phone = /^\d+$/.test(digits) ? parsePhoneNumberFromString(internationalPhone(digits)) : undefined
  if (!phone?.isPossible()) return undefined
  const { countryCallingCode: code, nationalNumber: number } = phone
  const isAmiss = isFiller(number) || (code === '1' && !/^[2-9]\d{2}[2-9]/.test(number))
  return isAmiss ? undefined : { code, number }
}

/**
 * Says whether the digits can be a phone of the country that they name; eight digits alone are taken for Nicaragua's. Kept apart from the
 * other phone rules because of the size of its tables.
 * docs/product/clients.md, "Phones".
 */
export const isPossiblePhone = (digits: string): boolean => readPossible(digits) !== undefined

/** The digits of a phone as they are kept; `unsaid` is their calling code where it is neither Nicaragua's nor North America's, and has no plus. */
export type ReadPhone = { digits: string; unsaid: string | null }

/** Reads a phone that was typed; undefined for what can be none. docs/product/clients.md, "Phones". */
export function readPhone(text: string): ReadPhone | undefined {
  const read = readTypedPhone(text)
  const digits = completePhone(read)
  const isSaid = read.startsWith('+')
  const possible = /^\+?\d+$/.test(read) ? readPossible(digits) : undefined
  // Eight digits are kept for Nicaragua's, whatever country their plus says.
  if (possible === undefined || (isSaid && digits.length === 8)) return undefined
  return { digits, unsaid: isSaid || possible.code === '505' || possible.code === '1' ? null : possible.code }
}
