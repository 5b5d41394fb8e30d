import { completePhone, cutExtension, internationalPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { phoneTable } from './phone-table.ts'

export type PhoneCountry = {
  /** As in the names of the flags. */
  id: string
  code: string
  mask: string
  /** Of its numbers, where an earlier country has the same code. */
  beginnings: readonly string[]
}

/** `number` is without the calling code. */
export type PhoneNumber = {
  country: PhoneCountry
  number: string
  /** A plus and the beginning of a calling code, while it may become several. */
  begun?: string | undefined
}

export const phoneCountries: readonly PhoneCountry[] = phoneTable
  .flatMap((line) => line.split(','))
  .map((entry) => {
    const [name = '', mask = '', beginnings] = entry.split(':')
    return { id: name.slice(0, 2), code: name.slice(2), mask, beginnings: beginnings?.split('/') ?? [] }
  })

export function phoneCountry(id: string): PhoneCountry {
  const country = phoneCountries.find((one) => one.id === id)
  if (country === undefined) throw new Error(`There is no country ${id}`)
  return country
}

export const nicaragua = phoneCountry('ni')

/**
 * Where several share the code, the beginning of the number decides; as long as it may become one of the chosen country, that one stays.
 */
export function countryOfPhone(digits: string, chosen?: PhoneCountry): PhoneCountry | undefined {
  const sharing = phoneCountries.filter(({ code }) => digits.startsWith(code))
  const number = digits.slice(sharing[0]?.code.length)
  const named = sharing.find(({ beginnings }) => beginnings.some((beginning) => number.startsWith(beginning)))
  if (named !== undefined) return named
  const isOpen = ({ beginnings }: PhoneCountry) =>
    beginnings.length === 0 || beginnings.some((beginning) => beginning.startsWith(number))
  return chosen !== undefined && sharing.includes(chosen) && isOpen(chosen) ? chosen : sharing[0]
}

/** Without a known calling code it is of the given country. */
export function readPhoneNumber(phone: string, country: PhoneCountry): PhoneNumber {
  const whole = phone.startsWith('+') ? phone : internationalPhone(phone)
  const digits = phoneDigits(whole)
  const named = whole.startsWith('+') ? countryOfPhone(digits, country) : undefined
  return named === undefined ? { country, number: digits } : { country: named, number: digits.slice(named.code.length) }
}

/** A plus and digits; nothing for a number without digits. */
export const phoneText = ({ country, number }: PhoneNumber): string =>
  number === '' ? '' : `+${country.code}${number}`

/** `(3) 3-4`; digits beyond the mask follow. */
export function groupDigits(digits: string, mask: string): string {
  let rest = digits
  let text = ''
  for (const part of mask.match(/\d|\D+/g) ?? []) {
    if (rest === '') break
    const length = Number(part)
    text += length > 0 ? rest.slice(0, length) : part
    if (length > 0) rest = rest.slice(length)
  }
  return text + rest
}

/** `+505 8888-8888`. */
export function buildExample({ code, mask }: PhoneCountry): string {
  const text = mask.replace(/\d/g, (length) => '8'.repeat(Number(length)))
  return `+${code} ${text.replace(/^8888 8888$/, '8888-8888')}`
}

/** `deleted`: on which side of the caret a key did. */
type Edit = { text: string; caret: number; deleted?: 'before' | 'after' | undefined }

const countDigits = (mask: string): number => (mask.match(/\d/g) ?? []).reduce((sum, part) => sum + Number(part), 0)

/** Of a number that has as many digits as its country's with it. */
function dropCode(digits: string, { code, mask }: PhoneCountry): string {
  return digits.startsWith(code) && digits.length === code.length + countDigits(mask)
    ? digits.slice(code.length)
    : digits
}

/** With a plus or `00` the calling code brings its country as soon as it is whole. */
function typeWhole(phone: PhoneNumber, text: string): PhoneNumber {
  const digits = phoneDigits(text.trimStart().replace(/^00/, ''))
  const country = countryOfPhone(digits, phone.country)
  if (country === undefined) return { country: phone.country, number: '', begun: text.trim() }
  return { country, number: digits.slice(country.code.length) }
}

/** And the number of digits before the caret. */
export function editPhone(
  phone: PhoneNumber,
  { text: written, caret, deleted }: Edit,
): { phone: PhoneNumber; before: number } {
  const text = cutExtension(written)
  const digits = phoneDigits(text)
  if (/^\s*(?:\+|00)/.test(text)) {
    const whole = typeWhole(phone, text)
    return { phone: whole, before: whole.number.length }
  }
  const before = phoneDigits(text.slice(0, caret)).length
  // A key that deletes nothing but a space or a bracket takes the digit behind it too, or it would do nothing at all.
  const extra = digits !== phone.number || deleted === undefined ? -1 : deleted === 'before' ? before - 1 : before
  const number = dropCode(extra < 0 ? digits : digits.slice(0, extra) + digits.slice(extra + 1), phone.country)
  // Those that North America has are one of it.
  const whole = phone.country === nicaragua ? completePhone(number) : number
  if (whole !== number) return { phone: { country: countryOfPhone(whole) ?? phone.country, number }, before }
  const country = countryOfPhone(phone.country.code + number, phone.country) ?? phone.country
  return { phone: { country, number }, before: extra >= 0 && deleted === 'before' ? extra : before }
}

export function caretAfter(text: string, count: number): number {
  let place = 0
  for (let left = count; left > 0 && place < text.length; place += 1) if (/\d/.test(text.charAt(place))) left -= 1
  return place
}
