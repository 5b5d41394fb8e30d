import { randomBytes, randomInt } from 'node:crypto'
import { hashWithSalt } from './password.ts'

// Without letters that are easily confused.
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10

const hashCode = async (code: string, salt: Buffer): Promise<Buffer> => Buffer.from(await hashWithSalt(code, salt))

/**
 * Uses one salt and argon2id, because a plain hash of 45 random bits could be searched. Must run inside a password turn.
 * docs/product/second-step.md, "Codes of recovery".
 */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; salt: Buffer; hashes: Buffer[] }> {
  const codes = Array.from({ length: 10 }, () =>
    Array.from({ length }, () => letters[randomInt(letters.length)]).join(''),
  )
  const salt = randomBytes(16)
  const hashes: Buffer[] = []
  // One by one, so that they need no more memory than a password.
  for (const code of codes) hashes.push(await hashCode(code, salt))
  return { codes, salt, hashes }
}

/** Ignores case and gaps; undefined for an impossible code. Must run inside a password turn. */
export async function hashTypedCode(typed: string, salt: Buffer): Promise<Buffer | undefined> {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return new RegExp(`^[${letters}]{${length}}$`).test(code) ? await hashCode(code, salt) : undefined
}
