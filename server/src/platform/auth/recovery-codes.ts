import { randomBytes, randomInt } from 'node:crypto'
import { hashWithSalt } from './password.ts'

// Without letters that are read as others.
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10

const hashCode = async (code: string, salt: Buffer): Promise<Buffer> => Buffer.from(await hashWithSalt(code, salt))

/**
 * One salt and argon2id hashes, because 45 random bits would not withstand a search through a plain hash. Calls run it in their turn.
 * docs/product/second-step.md, "Codes of recovery".
 */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; salt: Buffer; hashes: Buffer[] }> {
  const codes = Array.from({ length: 10 }, () =>
    Array.from({ length }, () => letters[randomInt(letters.length)]).join(''),
  )
  const salt = randomBytes(16)
  const hashes: Buffer[] = []
  // One after the other, so that they take no more room than a password.
  for (const code of codes) hashes.push(await hashCode(code, salt))
  return { codes, salt, hashes }
}

/** Whatever its case and gaps; undefined for what can be none. Calls run it in their turn. */
export async function hashTypedCode(typed: string, salt: Buffer): Promise<Buffer | undefined> {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return new RegExp(`^[${letters}]{${length}}$`).test(code) ? await hashCode(code, salt) : undefined
}
