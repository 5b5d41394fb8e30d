import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000

/** 160 bits, as RFC 4226 asks for. */
export const newAppSecret = (): Buffer => randomBytes(20)

const read = (secret: Buffer): Secret => new Secret({ buffer: new Uint8Array(secret).buffer })

const describe = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: read(secret), algorithm: 'SHA1', digits: 6, period: periodMs / 1_000 })

/** The period of `at`, the one before or the one after, because clocks differ; undefined for a code of none. RFC 6238. */
export function findCounter(secret: Buffer, code: string, at: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = describe(secret).validate({ token, timestamp: at.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(at.getTime() / periodMs) + delta
}

/** In base32 to be typed, and as the address that cameras read. */
export function describeApp(secret: Buffer, names: { issuer: string; label: string }) {
  // A colon parts the two names in the address.
  const [issuer, label] = [names.issuer, names.label].map((name) => name.replaceAll(':', ' '))
  return { secret: read(secret).base32, address: describe(secret, { issuer, label }).toString() }
}

/** Row by row, 1 for black. Loaded when it is drawn. */
export async function drawQr(text: string): Promise<string[]> {
  const { default: bwipjs } = await import('bwip-js/node')
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=M')
  if (!symbol || !('pixs' in symbol)) throw new Error('No QR was made')
  const { pixs, pixx } = symbol
  return Array.from({ length: pixs.length / pixx }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''))
}
