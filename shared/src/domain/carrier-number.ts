import { endsInModulo7, endsInModulo10, endsInModulo11, endsInS10 } from './check-digit.ts'

export type Carrier = 'usps' | 'ups' | 'fedex' | 'dhl' | 'amazon' | 'ontrac' | 'lasership'

export type TrackingCode = { tracking: string; carrier: Carrier | null }

type Reader = (code: string) => TrackingCode | undefined

const found = (carrier: Carrier, tracking: string | undefined): TrackingCode | undefined =>
  tracking === undefined ? undefined : { tracking, carrier }

const when = (code: string, form: RegExp, isRight: (code: string) => boolean): string | undefined =>
  form.test(code) && isRight(code) ? code : undefined

/** USPS and FedEx Ground weight the digits by 3 and 1. */
const isPostal = (code: string) => endsInModulo10(code, [3, 1])

/**
 * 22 or 26 digits of the Intelligent Mail package barcode, or 20, whose check digit may count the `91` that is not printed. USPS
 * Publication 199.
 */
const postalNumber = (code: string): string | undefined =>
  when(code, /^9[1-5](?:\d{20}|\d{24})$/, isPostal) ??
  when(code, /^(?:0[1-3]|2\d|7\d|8[12])\d{18}$/, (number) => isPostal(number) || isPostal(`91${number}`))

/** `420` with a ZIP code of 5 or 9 digits stands before the number. GS1 application identifier 420. */
const readUsps: Reader = (code) => {
  if (!/^420\d+$/.test(code)) return found('usps', postalNumber(code))
  // A ZIP code of nine digits comes first: with one of five, the rest could pass for a longer number.
  return found('usps', postalNumber(code.slice(12)) ?? postalNumber(code.slice(8)))
}

/** Thirteen characters with a country at the end. Universal Postal Union, standard S10. */
const readS10: Reader = (code) => {
  if (!/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(code) || !endsInS10(code.slice(2, 11))) return undefined
  return { tracking: code, carrier: code.endsWith('US') ? 'usps' : null }
}

/** `1Z` and sixteen characters, the last one their check digit. UPS Guide to Labeling. */
const readUps: Reader = (code) =>
  found(
    'ups',
    when(code, /^1Z[A-Z\d]{15}\d$/, () => endsInModulo10(code.slice(2), [1, 2])),
  )

/** Reads the last fourteen digits, whose leading zeros may be missing. */
const expressNumber = (code: string): string | undefined => {
  const number = code.slice(-14).replace(/^0{1,2}/, '')
  return endsInModulo11(number) ? number : undefined
}

/** 34 digits (beginning `96`, formerly `10`), 22 digits (`96`), or the number alone. FedEx Ground Label Layout Specification. */
const readFedEx: Reader = (code) => {
  if (/^(?:96|10)\d{32}$/.test(code)) return found('fedex', expressNumber(code))
  if (/^96\d{20}$/.test(code)) return found('fedex', when(code.slice(7), /^\d{15}$/, isPostal))
  return found('fedex', when(code, /^\d{12}$/, endsInModulo11) ?? when(code, /^\d{15}$/, isPostal))
}

/** An air waybill of ten or eleven digits, a piece (`JD`, `JJD`, `JVGL`), or DHL eCommerce (`GM`). */
const readDhl: Reader = (code) =>
  found('dhl', when(code, /^\d{10,11}$/, endsInModulo7) ?? when(code, /^(?:J[A-Z]{1,3}|GM)\d{10,22}$/, () => true))

/** Amazon Logistics: `TBA` in the United States, `TBC` in Canada, `TBM` in Mexico. */
const readAmazon: Reader = (code) =>
  found(
    'amazon',
    when(code, /^TB[ACM]\d{12}$/, () => true),
  )

/** `C` counts as 4 and `D` as 5; fourteen digits follow, the last one a check digit. */
const readOnTrac: Reader = (code) => {
  const first = code.startsWith('C') ? '4' : '5'
  return found(
    'ontrac',
    when(code, /^[CD]\d{14}$/, () => endsInModulo10(first + code.slice(1), [2, 1])),
  )
}

/** LaserShip's numbers have no check digit. */
const readLaserShip: Reader = (code) =>
  found(
    'lasership',
    when(code, /^(?:LX1\d{7}|1LS7\d{11,12}(?:-\d)?)$/, () => true),
  )

const readers = [readUps, readAmazon, readUsps, readS10, readFedEx, readOnTrac, readLaserShip, readDhl]

/** Reads a single number in upper case; dashes between its groups are allowed. */
export function readCarrierNumber(typed: string): TrackingCode | undefined {
  const code = typed.replaceAll(' ', '')
  for (const form of new Set([code, code.replaceAll('-', '')])) {
    for (const read of readers) {
      const result = read(form)
      if (result) return result
    }
  }
  return undefined
}
