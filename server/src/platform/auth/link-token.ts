import { createHash, randomBytes } from 'node:crypto'

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const length = 22

/** Other texts are not looked up. */
export const linkToken = new RegExp(`^[${letters}]{${length}}$`)

/** 128 random bits in base 58, which has no sign that WhatsApp takes for formatting. docs/product/invoices.md, "Sharing". */
export function newLinkToken(): string {
  let rest = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let token = ''
  for (let at = 0; at < length; at += 1) {
    token = `${letters[Number(rest % 58n)]}${token}`
    rest /= 58n
  }
  return token
}

/** SHA-256. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
