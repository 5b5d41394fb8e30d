import { visibleCode } from './visible-text.ts'

const nicaragua = '505'

/** A code precedes its own prefixes. */
const callingCodes = [nicaragua, '502', '504', '506', '507', '52', '57', '1'] as const

/** The format for sending and storing. docs/product/clients.md, "Phones". */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '')
}

const lengths: Readonly<Record<string, number>> = { 505: 8, 502: 8, 504: 8, 506: 8, 507: 8, 52: 10, 57: 10, 1: 10 }

/** A field with a fixed code may get the code twice: `505` and `50588888888`. */
function dropRepeatedCode(digits: string): string {
  const code = callingCodes.find(
    (one) => digits.startsWith(one + one) && digits.length === 2 * one.length + (lengths[one] ?? 0),
  )
  return code === undefined ? digits : digits.slice(code.length)
}

const extension = /^(.*\d)[\s,;/(-]*(?:extensi[oó]n|extn?|anexo|interno|int|x|#)[\s.:#=]*\d{1,6}\s*\)?$/i

/** `305-555-0142 x12`, `2278 4410 ext. 5`, `88888888 #2`. */
export function cutExtension(text: string): string {
  const [, number] = extension.exec(text.trim()) ?? []
  return number !== undefined && phoneDigits(number).length >= 7 ? number : text
}

/**
 * Removes spaces, dashes, brackets, extensions, surrounding words and a repeated calling code. A typed plus, `00` or `011` becomes a plus.
 * Text that is not a phone keeps its other characters. docs/product/clients.md, "Phones".
 */
export function readTypedPhone(text: string): string {
  const code = visibleCode(text)
  // An e-mail or WhatsApp address is not a phone, whatever its digits.
  if (!/\d/.test(code) || code.includes('@')) return code
  const number = cutExtension(code)
    .replace(/^[^\d+]+|[^\d]+$/g, '')
    // Spreadsheets write integers like this.
    .replace(/^(\d+)\.0$/, '$1')
    .replace(/[\s\-().]/g, '')
  const digits = number.replaceAll('+', '').replace(/^(?:00|011)(?=\d{9})/, '')
  const isSaid = digits !== number
  return (isSaid ? '+' : '') + dropRepeatedCode(digits)
}

/** Area code and exchange begin with 2 to 9. */
const northAmerican = /^[2-9]\d{2}[2-9]\d{6}$/

/**
 * Ten digits that fit North America belong there, unless they look like Nicaragua's with a digit missing.
 * docs/product/clients.md, "Phones".
 */
export function completePhone(read: string): string {
  const digits = phoneDigits(read)
  const isShort = !read.startsWith('+') && northAmerican.test(digits) && !digits.startsWith(nicaragua)
  return isShort ? `1${digits}` : digits
}

/** Eight digits belong to Nicaragua. */
function split(digits: string): { code: string; number: string } | undefined {
  // Checked first: no listed country has eight digits including its code, so 5787 1234 is not Colombian.
  if (digits.length === 8) return { code: nicaragua, number: digits }
  if (digits.length < 8) return undefined
  const code = callingCodes.find((candidate) => digits.startsWith(candidate))
  return code === undefined ? undefined : { code, number: digits.slice(code.length) }
}

/** `+50586904417`, from any notation. Fewer than eight digits get no plus. docs/product/clients.md, "Phones". */
export function internationalPhone(phone: string): string {
  const digits = phoneDigits(phone)
  const known = split(digits)
  if (known !== undefined) return `+${known.code}${known.number}`
  return digits.length > 8 ? `+${digits}` : digits
}

function groupDigits(number: string): string {
  if (number.length === 7) return `${number.slice(0, 3)} ${number.slice(3)}`
  if (number.length === 8) return `${number.slice(0, 4)} ${number.slice(4)}`
  if (number.length === 10) return `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`
  return number
}

/** `+505 8690 4417`, `+1 305 555 0147`. docs/product/clients.md, "Phones". */
export function formatPhone(phone: string): string {
  const known = split(phoneDigits(phone))
  return known === undefined ? internationalPhone(phone) : `+${known.code} ${groupDigits(known.number)}`
}

/**
 * Returns the phone as typed, with and without 505, and ten digits also with 1. Empty if the text is not a phone.
 * docs/product/companies-and-users.md, "Sign-in".
 */
export function phoneLoginKeys(identifier: string): string[] {
  if (!/^[\d\s+().-]+$/.test(visibleCode(identifier))) return []
  const read = readTypedPhone(identifier)
  const digits = phoneDigits(read)
  if (digits === '') return []
  if (digits.length === 8) return [digits, nicaragua + digits]
  if (completePhone(read) !== digits) return [digits, completePhone(read)]
  const isNicaraguan = digits.length === 11 && digits.startsWith(nicaragua)
  return isNicaraguan ? [digits, digits.slice(nicaragua.length)] : [digits]
}

/** Returns the longest form of a phone; other texts in lower case. docs/product/companies-and-users.md, "Tries". */
export function signInName(identifier: string): string {
  const typed = identifier.trim().toLowerCase()
  return phoneLoginKeys(typed).toSorted((a, b) => b.length - a.length)[0] ?? typed
}
