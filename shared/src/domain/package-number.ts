import { visibleCode } from './visible-text.ts'

/**
 * `#12`, or `12` where it was typed. With zeros in front, or bare from a scanner, it is another number: null.
 * docs/product/packages.md, "Codes".
 */
export function readPackageNumber(text: string, { isScanned }: { isScanned: boolean }): number | null {
  const [, sign, digits] = /^(#)? ?([1-9]\d{0,8})$/.exec(visibleCode(text)) ?? []
  return digits === undefined || (isScanned && sign === undefined) ? null : Number(digits)
}
