import type { Carrier, TrackingCode } from './carrier-number.ts'
import { plainCode } from './number-marks.ts'
import { findNumbers } from './numbers-in-text.ts'
import { isWrapped } from './wrapped-number.ts'

const countDigits = (code: string): number => code.replace(/\D/g, '').length

/**
 * A carrier's prefix is left out where the rest has its check digit, so are spaces and what stands around. Any other code, and several
 * numbers, come back trimmed, in upper case and without marks of a spreadsheet. Every code is written, looked up and compared through here.
 * docs/product/packages.md, "Codes".
 * @param scan one code, with or without the marks of the symbology
 */
export function readTracking(scan: string): TrackingCode {
  const [only, ...more] = findNumbers(scan)
  return only === undefined || more.length > 0 ? { tracking: plainCode(scan), carrier: null } : only
}

/** None can be taken for the number of one package. */
export const holdsSeveral = (text: string): boolean => findNumbers(text).length > 1

/** An address or a label's square barcode without a number to read. */
export function lacksNumber(scan: string): boolean {
  return isWrapped(readTracking(scan).tracking)
}

/** The number that it is, or holds, else the text itself. docs/product/packages.md, "Codes". */
export function searchedText(text: string): string {
  const { tracking, carrier } = readTracking(text)
  const isNumber = carrier !== null || (countDigits(tracking) >= 8 && !/[\s\p{L}]{4}/u.test(tracking))
  return isNumber ? tracking : text
}

const pages: Record<Carrier, string> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
  amazon: 'https://track.amazon.com/tracking/',
  ontrac: 'https://www.ontrac.com/tracking/?number=',
  lasership: 'https://www.ontrac.com/tracking/?number=',
}

/** Null for no known carrier. */
export const findTrackingPage = ({ tracking, carrier }: TrackingCode): string | null =>
  carrier && pages[carrier] + encodeURIComponent(tracking)
