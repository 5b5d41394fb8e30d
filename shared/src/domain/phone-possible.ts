import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { completePhone, internationalPhone, readTypedPhone } from './phone.ts'

/** One digit alone, or all in their order. */
const isFiller = (number: string): boolean => /^(\d)\1+$|^0?1234567/.test(number)

/** With how many digits the number can be a phone. */
function readPossible(digits: string): { code: string; number: string } | undefined {
  const phone = /^\d+$/.test(digits) ? parsePhoneNumberFromString(internationalPhone(digits)) : undefined
  if (!phone?.isPossible()) return undefined
  const { countryCallingCode: code, nationalNumber: number } = phone
  const isAmiss = isFiller(number) || (code === '1' && !/^[2-9]\d{2}[2-9]/.test(number))
  return isAmiss ? undefined : { code, number }
}

/** Eight digits alone are Nicaragua's. Kept apart because of the size of its tables. docs/product/clients.md, "Phones". */
export const isPossiblePhone = (digits: string): boolean => readPossible(digits) !== undefined

/** `unsaid`: a calling code without a plus, neither Nicaragua's nor North America's. */
export type ReadPhone = { digits: string; unsaid: string | null }

/** Undefined for what can be none. docs/product/clients.md, "Phones". */
export function readPhone(text: string): ReadPhone | undefined {
  const read = readTypedPhone(text)
  const digits = completePhone(read)
  const isSaid = read.startsWith('+')
  const possible = /^\+?\d+$/.test(read) ? readPossible(digits) : undefined
  // Kept for Nicaragua's, whatever their plus says.
  if (possible === undefined || (isSaid && digits.length === 8)) return undefined
  return { digits, unsaid: isSaid || possible.code === '505' || possible.code === '1' ? null : possible.code }
}
