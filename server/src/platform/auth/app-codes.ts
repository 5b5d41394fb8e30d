import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000

/** 160 bits, as RFC 4226 asks for. */
export const newAppSecret = (): Buffer => randomBytes(20)

const read = (secret: Buffer): Secret => new Secret({ buffer: new Uint8Array(secret).buffer })

const describe = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: read(secret), algorithm: 'SHA1', digits: 6, period: periodMs / 1_000 })

/** Accepts the period of `at` and its neighbours, because clocks differ; undefined for a wrong code. RFC 6238. */
export function findCounter(secret: Buffer, code: string, at: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = describe(secret).validate({ token, timestamp: at.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(at.getTime() / periodMs) + delta
}

/** Returns the secret in base32 for typing, and as the address that cameras read. */
export function describeApp(secret: Buffer, names: { issuer: string; label: string }) {
  // A colon separates the two names in the address.
  const [issuer, label] = [names.issuer, names.label].map((name) => name.replaceAll(':', ' '))
  return { secret: read(secret).base32, address: describe(secret, { issuer, label }).toString() }
}

/** Rows of 1 for black. The library is loaded on use. */
export async function drawQr(text: string): Promise<string[]> {
  const { default: bwipjs } = await import('bwip-js/node')
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=M')
  if (!symbol || !('pixs' in symbol)) throw new Error('No QR was made')
  const { pixs, pixx } = symbol
  return Array.from({ length: pixs.length / pixx }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''))
}
