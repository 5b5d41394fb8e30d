import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { completePhone, internationalPhone, readTypedPhone } from './phone.ts'

/** One repeated digit, or digits in sequence. */
const isFiller = (number: string): boolean => /^(\d)\1+$|^0?1234567/.test(number)

/** Returns undefined if the digits cannot be a phone. */
function readPossible(digits: string): { code: string; number: string } | undefined {
  const phone = /^\d+$/.test(digits) ? parsePhoneNumberFromString(internationalPhone(digits)) : undefined
  if (!phone?.isPossible()) return undefined
  const { countryCallingCode: code, nationalNumber: number } = phone
  const isAmiss = isFiller(number) || (code === '1' && !/^[2-9]\d{2}[2-9]/.test(number))
  return isAmiss ? undefined : { code, number }
}

/** Eight digits belong to Nicaragua. In its own module, because its tables are large. docs/product/clients.md, "Phones". */
export const isPossiblePhone = (digits: string): boolean => readPossible(digits) !== undefined

/** `unsaid`: a calling code typed without a plus, other than Nicaragua's or North America's. */
export type ReadPhone = { digits: string; unsaid: string | null }

/** Undefined if the text cannot be a phone. docs/product/clients.md, "Phones". */
export function readPhone(text: string): ReadPhone | undefined {
  const read = readTypedPhone(text)
  const digits = completePhone(read)
  const isSaid = read.startsWith('+')
  const possible = /^\+?\d+$/.test(read) ? readPossible(digits) : undefined
  // Eight digits belong to Nicaragua, even after a plus.
  if (possible === undefined || (isSaid && digits.length === 8)) return undefined
  return { digits, unsaid: isSaid || possible.code === '505' || possible.code === '1' ? null : possible.code }
}
