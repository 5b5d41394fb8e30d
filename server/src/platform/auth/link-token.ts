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

const codes = 1_000_000

/** Six digits that stand beside the link; they do not lead back to it. */
export const readLinkCode = (token: string): string =>
  String(createHash('sha256').update(`code ${token}`).digest().readUInt32BE() % codes).padStart(6, '0')

/** Salted by its link; as `use_client_code` compares it. */
export const hashLinkCode = (token: string): Buffer =>
  createHash('sha256').update(hashLinkToken(token)).update(readLinkCode(token)).digest()

/** SHA-256. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
