import { createHash, randomBytes } from 'node:crypto'

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const length = 22

/** The form of a link's secret: what has another is looked up nowhere. */
export const linkToken = new RegExp(`^[${letters}]{${length}}$`)

/**
 * Makes the secret part of a link: 128 random bits in base 58. It has no sign that WhatsApp would take for a mark of its text.
 * docs/product/invoices.md, "Sharing".
 */
export function newLinkToken(): string {
  let rest = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let token = ''
  for (let at = 0; at < length; at += 1) {
    token = `${letters[Number(rest % 58n)]}${token}`
    rest /= 58n
  }
  return token
}

/** The SHA-256 of a link's secret, under which the database finds its invoice. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
