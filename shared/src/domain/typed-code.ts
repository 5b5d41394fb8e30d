import { readCarrierNumber } from './carrier-number.ts'
import { visibleCode } from './visible-text.ts'

/** Symbology identifiers such as `]C1`, which scanners send before a code. */
const identifiers = /^(?:\][A-Z]\w\s*)+(?=.)/

/** The identifier typed with another keyboard layout, `+C1` in Spanish, or with a dead key's accent, before a number. */
const misprinted = /^(?:(?:[[\]{}+*^~`$£¡¿!)«»]|\p{M}){1,2}[ACDEFILQUZ]|[ÇĆĈ])\d(?=(?:.*\d){4}|[A-Z\d]{8}$)/u

/** Keeps the mark if the number itself begins like an identifier. */
function withoutMisprint(code: string): string {
  const [identifier = ''] = misprinted.exec(code) ?? []
  const [marked = ''] = /[A-Z\d]+/.exec(code) ?? []
  return readCarrierNumber(marked) ? code : code.slice(identifier.length)
}

/** Upper case, trimmed, without scanner identifiers and invisible characters. docs/product/packages.md, "Codes". */
export const typedCode = (scan: string): string =>
  withoutMisprint(visibleCode(visibleCode(scan).toUpperCase()).replace(identifiers, '')).trim()
