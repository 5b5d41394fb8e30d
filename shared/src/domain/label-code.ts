import { typedCode } from './typed-code.ts'

/** Crockford's base 32: no I, L, O and U, which people take for other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** Multiplies by x in the field of 32 elements, where x⁵ is x² + 1. */
const shift = (value: number): number => ((value << 1) & 31) ^ (value & 16 ? 0b00101 : 0)

/** The characters as the coefficients of a polynomial, each 0 to 31, at x. */
const computeCheckSum = (values: readonly number[]): number => values.reduce((sum, value) => shift(sum) ^ value, 0)

/**
 * Makes the code of a package's label: seven random characters and one that checks them. A code with one wrong character, or with
 * two that changed places, is never right.
 * docs/product/packages.md, "Codes".
 *
 * @param random at least five random bytes, of which 35 bits are used
 */
export function makeLabelCode(random: Uint8Array): string {
  const [first = 0, ...rest] = random.slice(0, 5)
  // Of the forty bits the first five are left out; a shift by more than 31 is beyond JavaScript's whole numbers.
  let number = rest.reduce((sum, byte) => sum * 256 + byte, first & 7)
  const values: number[] = []
  while (values.length < length - 1) {
    values.unshift(number % 32)
    number = Math.floor(number / 32)
  }
  return [...values, shift(computeCheckSum(values))].map((value) => alphabet[value]).join('')
}

/**
 * Reads what a scanner sends, or a person types, as the code of one of our labels: in upper case, without spaces and dashes, I and L
 * as 1, O as 0. Null for anything else, and where the check character is wrong.
 * docs/product/packages.md, "Codes".
 */
export function readLabelCode(scan: string): string | null {
  const code = typedCode(scan).replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0')
  const values = [...code].map((character) => alphabet.indexOf(character))
  return values.length === length && !values.includes(-1) && computeCheckSum(values) === 0 ? code : null
}
