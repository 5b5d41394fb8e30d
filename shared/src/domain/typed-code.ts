import { readCarrierNumber } from './carrier-number.ts'
import { visibleCode } from './visible-text.ts'

/** The identifier of the symbology (`]C1`) that scanners send before a code. */
const identifiers = /^(?:\][A-Z]\w\s*)+(?=.)/

/**
 * The same as keyboards of other languages print it, `+C1` in Spanish: one or two marks, or the accent of a dead key, in front of a
 * number.
 */
const misprinted = /^(?:(?:[[\]{}+*^~`$£¡¿!)«»]|\p{M}){1,2}[ACDEFILQUZ]|[ÇĆĈ])\d(?=(?:.*\d){4}|[A-Z\d]{8}$)/u

/** Takes such an identifier away; the mark before a number that begins like one is none. */
function withoutMisprint(code: string): string {
  const [identifier = ''] = misprinted.exec(code) ?? []
  const [marked = ''] = /[A-Z\d]+/.exec(code) ?? []
  return readCarrierNumber(marked) ? code : code.slice(identifier.length)
}

/**
 * Gives a code that was scanned or typed in upper case, trimmed, and without what scanners send beside it and what leaves no mark.
 * docs/product/packages.md, "Codes".
 */
export const typedCode = (scan: string): string =>
  withoutMisprint(visibleCode(visibleCode(scan).toUpperCase()).replace(identifiers, '')).trim()
