import { visibleCode } from './visible-text.ts'

/**
 * Accepts `#12`, or a typed `12`. With leading zeros, or scanned without `#`, it is another number: null.
 * docs/product/packages.md, "Codes".
 */
export function readPackageNumber(text: string, { isScanned }: { isScanned: boolean }): number | null {
  const [, sign, digits] = /^(#)? ?([1-9]\d{0,8})$/.exec(visibleCode(text)) ?? []
  return digits === undefined || (isScanned && sign === undefined) ? null : Number(digits)
}
