import { visibleCode } from './visible-text.ts'

/** The identifier of the symbology (`]C1`) that scanners send before a code. */
const identifiers = /^(?:\][A-Z]\w\s*)+(?=.)/

/**
 * Gives a code that was scanned or typed in upper case, trimmed, and without what scanners send beside it and what leaves no mark.
 * docs/product/packages.md, "Codes".
 */
export const typedCode = (scan: string): string =>
  visibleCode(visibleCode(scan).toUpperCase()).replace(identifiers, '').trim()
