/** Without those that are taken for each other: 0 O 1 I L. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8

/** `7K4P-2MQX`. */
export const formatSignupCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The message that proves the number. */
export const writeSignupMessage = (code: string): string => `ALTA ${formatSignupCode(code)}`

const form = /(?<![\p{L}\d])alta[^\p{L}\d]{1,4}([a-z\d]{4})[^\p{L}\d]{0,3}([a-z\d]{4})(?![\p{L}\d])/iu
const known = new RegExp(`^[${codeLetters}]{${codeLength}}$`)

/** Undefined without a code. docs/product/sign-up.md, "The message". */
export function readSignupCode(text: string): string | undefined {
  const [, first = '', second = ''] = form.exec(text.normalize('NFKC').replace(/\p{Cf}+/gu, '')) ?? []
  const code = `${first}${second}`.toUpperCase()
  return known.test(code) ? code : undefined
}
