/** Without those that are taken for each other: 0 O 1 I L. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8

/** `7K4P-2MQX`. */
export const formatSignupCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The message that proves the number. */
export const writeSignupMessage = (code: string): string => `ALTA ${formatSignupCode(code)}`

const form = /(?<![\p{L}\d])alta(?=[^\p{L}\d]{1,4}([a-z\d]{4})[^\p{L}\d]{0,3}([a-z\d]{4})(?![\p{L}\d]))/giu
const known = new RegExp(`^[${codeLetters}]{${codeLength}}$`)
const mostInText = 3

/** What may be a code: “de alta para usar: ALTA 7K4P-2MQX” has two. docs/product/sign-up.md, "The message". */
export const readSignupCodes = (text: string): string[] =>
  [
    ...text
      .normalize('NFKC')
      .replace(/\p{Cf}+/gu, '')
      .matchAll(form),
  ]
    .map(([, first = '', second = '']) => `${first}${second}`.toUpperCase())
    .filter((code) => known.test(code))
    .slice(0, mostInText)
