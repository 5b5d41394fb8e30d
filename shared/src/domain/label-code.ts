import { typedCode } from './typed-code.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** In the field of 32 elements, where x⁵ is x² + 1. */
const shift = (value: number): number => ((value << 1) & 31) ^ (value & 16 ? 0b00101 : 0)

/** Coefficients of a polynomial, each 0 to 31, at x. */
const computeCheckSum = (values: readonly number[]): number => values.reduce((sum, value) => shift(sum) ^ value, 0)

/**
 * Crockford's base 32, seven random characters and a check: one wrong character, or two that changed places, are never right.
 * docs/product/packages.md, "Codes".
 * @param random at least five random bytes, of which 35 bits are used
 */
export function makeLabelCode(random: Uint8Array): string {
  const [first = 0, ...rest] = random.slice(0, 5)
  // A shift by more than 31 is beyond JavaScript's whole numbers; the first five bits are left out.
  let number = rest.reduce((sum, byte) => sum * 256 + byte, first & 7)
  const values: number[] = []
  while (values.length < length - 1) {
    values.unshift(number % 32)
    number = Math.floor(number / 32)
  }
  return [...values, shift(computeCheckSum(values))].map((value) => alphabet[value]).join('')
}

/**
 * Upper case, without spaces and dashes, I and L as 1, O as 0. Null for anything else, and where the check is wrong.
 * docs/product/packages.md, "Codes".
 */
export function readLabelCode(scan: string): string | null {
  const code = typedCode(scan).replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0')
  const values = [...code].map((character) => alphabet.indexOf(character))
  return values.length === length && !values.includes(-1) && computeCheckSum(values) === 0 ? code : null
}
