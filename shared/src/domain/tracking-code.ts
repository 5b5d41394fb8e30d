import type { Carrier, TrackingCode } from './carrier-number.ts'
import { plainCode } from './number-marks.ts'
import { findNumbers } from './numbers-in-text.ts'
import { isWrapped } from './wrapped-number.ts'

const countDigits = (code: string): number => code.replace(/\D/g, '').length

/**
 * Removes spaces, surrounding text, and a carrier's prefix if the rest passes its check digit. Other codes, and several numbers, are
 * returned trimmed, in upper case and without a spreadsheet's marks. Every code is stored, looked up and compared in this form.
 * docs/product/packages.md, "Codes".
 * @param scan one code, with or without the marks of the symbology
 */
export function readTracking(scan: string): TrackingCode {
  const [only, ...more] = findNumbers(scan)
  return only === undefined || more.length > 0 ? { tracking: plainCode(scan), carrier: null } : only
}

/** True if there are several, none of which identifies a package alone. */
export const holdsSeveral = (text: string): boolean => findNumbers(text).length > 1

/** True for an address or 2D barcode that contains no readable number. */
export function lacksNumber(scan: string): boolean {
  return isWrapped(readTracking(scan).tracking)
}

/** Returns the number that the text is or contains, else the text. docs/product/packages.md, "Codes". */
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

/** Null if the carrier is unknown. */
export const findTrackingPage = ({ tracking, carrier }: TrackingCode): string | null =>
  carrier && pages[carrier] + encodeURIComponent(tracking)
