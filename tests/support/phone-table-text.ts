import { type CountryCode, getExampleNumber, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import examples from 'libphonenumber-js/mobile/examples'

/** From the root of the repository. */
export const phoneTableFile = 'web/src/ui/forms/phone-table.ts'

const head = `/**
 * Every country as \`ni505:4 4\`: its calling code and how the digits of its mobile numbers are grouped; then, where several countries
 * share a code, the beginnings of its numbers. The first country of a code has all others. \`npm run phones\` writes it from
 * libphonenumber's metadata.
 */
export const phoneTable: readonly string[] = [
`
const lineLength = 110

export function phoneTableText(): string {
  const countries = Object.values(metadata.country_calling_codes).flat()
  const lines: string[] = []
  for (const entry of countries.map(entryOf)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + entry.length < lineLength) lines[lines.length - 1] = `${line},${entry}`
    else lines.push(entry)
  }
  return `${head}${lines.map((line) => `  '${line}',\n`).join('')}]\n`
}

function entryOf(country: CountryCode): string {
  const example = getExampleNumber(country, examples)
  if (example === undefined) throw new Error(`libphonenumber has no example of a mobile number of ${country}`)
  const { nationalNumber, countryCallingCode: code } = example
  const national = example.formatNational()
  // The national way of writing is left where it has a digit more, which belongs to calls inside the country.
  const text =
    national.replace(/\D/g, '') === nationalNumber ? national : example.formatInternational().slice(code.length + 2)
  const beginnings = beginningsOf(country, code)
  return [
    `${country.toLowerCase()}${code}`,
    maskOf(text),
    ...(beginnings.length > 0 ? [beginnings.join('/')] : []),
  ].join(':')
}

/**
 * `(201) 555-0123` becomes `(3) 3-4`; groups of seven and eight digits are parted in two, which is how other screens show them.
 */
function maskOf(text: string): string {
  return text
    .replace(/\d+/g, (digits) => String(digits.length))
    .replace(/[78]/g, (length) => (length === '7' ? '3 4' : '4 4'))
}

const longestBeginning = 5

/** How numbers of a country begin, where others have the same calling code; none for the first of them. */
function beginningsOf(country: CountryCode, code: string): string[] {
  const sharing: readonly CountryCode[] = metadata.country_calling_codes[code] ?? []
  if (sharing[0] === country) return []
  const plan = new Metadata()
  plan.selectNumberingPlan(country)
  const leading = plan.numberingPlan?.leadingDigits()
  // The packed metadata holds a zero where it has none.
  if (!leading) return sharing[0] === 'US' ? areaCodesOf(country) : []
  const pattern = new RegExp(`^(?:${leading})$`)
  const isWanted = (digits: string) => pattern.test(digits)
  const found: string[] = []
  let open = ['']
  for (let length = 1; length <= longestBeginning; length += 1) {
    const longer = open.flatMap((digits) => [...'0123456789'].map((digit) => digits + digit))
    found.push(...longer.filter(isWanted))
    open = longer.filter((digits) => !isWanted(digits))
  }
  return found
}

function areaCodesOf(country: CountryCode): string[] {
  const areas = Array.from({ length: 800 }, (_, at) => String(at + 200))
  return areas.filter((area) => parsePhoneNumberFromString(`+1${area}2345678`)?.country === country)
}
