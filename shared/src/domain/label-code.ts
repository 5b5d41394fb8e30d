import { typedCode } from './typed-code.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** Multiplies by x in the field of 32 elements, where x⁵ = x² + 1. */
const shift = (value: number): number => ((value << 1) & 31) ^ (value & 16 ? 0b00101 : 0)

/** Evaluates a polynomial at x; its coefficients are 0 to 31. */
const computeCheckSum = (values: readonly number[]): number => values.reduce((sum, value) => shift(sum) ^ value, 0)

/**
 * Crockford's base 32: seven random characters and a check character, which detects one wrong or two swapped characters.
 * docs/product/packages.md, "Codes".
 * @param random at least five random bytes, of which 35 bits are used
 */
export function makeLabelCode(random: Uint8Array): string {
  const [first = 0, ...rest] = random.slice(0, 5)
  // Multiplies, because JavaScript shifts only 32 bits. The first five bits are left out.
  let number = rest.reduce((sum, byte) => sum * 256 + byte, first & 7)
  const values: number[] = []
  while (values.length < length - 1) {
    values.unshift(number % 32)
    number = Math.floor(number / 32)
  }
  return [...values, shift(computeCheckSum(values))].map((value) => alphabet[value]).join('')
}

/**
 * Returns upper case without spaces and dashes, with I and L as 1 and O as 0. Null for anything else, and if the check fails.
 * docs/product/packages.md, "Codes".
 */
export function readLabelCode(scan: string): string | null {
  const code = typedCode(scan).replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0')
  const values = [...code].map((character) => alphabet.indexOf(character))
  return values.length === length && !values.includes(-1) && computeCheckSum(values) === 0 ? code : null
}
