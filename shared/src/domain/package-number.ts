import { visibleCode } from './visible-text.ts'

/**
 * Reads a text that is the number of a package and nothing else: `#12`, or `12` where it was typed. Zeros in front make it another
 * number, of a carrier or of a client, and so does a scanner that sends it without the sign: no label of ours has it. Null for any other
 * text.
 * docs/product/packages.md, "Codes".
 */
export function readPackageNumber(text: string, { isScanned }: { isScanned: boolean }): number | null {
  const [, sign, digits] = /^(#)? ?([1-9]\d{0,8})$/.exec(visibleCode(text)) ?? []
  return digits === undefined || (isScanned && sign === undefined) ? null : Number(digits)
}
