import { readCarrierNumber } from './carrier-number.ts'
import { visibleCode } from './visible-text.ts'

/** `]C1`, which scanners send before a code. */
const identifiers = /^(?:\][A-Z]\w\s*)+(?=.)/

/** As keyboards of other languages print it, `+C1` in Spanish, or the accent of a dead key, in front of a number. */
const misprinted = /^(?:(?:[[\]{}+*^~`$£¡¿!)«»]|\p{M}){1,2}[ACDEFILQUZ]|[ÇĆĈ])\d(?=(?:.*\d){4}|[A-Z\d]{8}$)/u

/** The mark before a number that begins like one is none. */
function withoutMisprint(code: string): string {
  const [identifier = ''] = misprinted.exec(code) ?? []
  const [marked = ''] = /[A-Z\d]+/.exec(code) ?? []
  return readCarrierNumber(marked) ? code : code.slice(identifier.length)
}

/** Upper case, trimmed, without what scanners send beside it and what leaves no mark. docs/product/packages.md, "Codes". */
export const typedCode = (scan: string): string =>
  withoutMisprint(visibleCode(visibleCode(scan).toUpperCase()).replace(identifiers, '')).trim()
