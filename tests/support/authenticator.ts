import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (content: Buffer | string): Buffer => createHash('sha256').update(content).digest()
const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

type Options = { challenge: string }

/**
 * A passkey in software: what a browser and its authenticator answer for a page of `origin`, written from WebAuthn's own form. Fields
 * that a test sets make it lie.
 */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge }: Options, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function authenticatorData(flags: number, party: string, count: number): Buffer {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(party), Buffer.from([flags]), counted])
  }

  /** The public key as COSE has it: an EC2 key for ES256. */
  const coseKey = () =>
    Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])

  const named = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform' as const,
    response,
  })

  return {
    /** Answers the options of a new passkey. */
    make(options: Options) {
      const data = Buffer.concat([
        authenticatorData(userPresent | userVerified | hasCredential, new URL(origin).hostname, counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(),
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(data.length)
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        length,
        data,
      ])
      return {
        ...named({}),
        response: {
          clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal' as const],
        },
      }
    },
    /** Answers the challenge of a sign-in. */
    answer(options: Options, lie: { origin?: string; counter?: number; isVerified?: boolean } = {}) {
      const from = lie.origin ?? origin
      counter = lie.counter ?? counter + 1
      const client = clientData('webauthn.get', options, from)
      const flags = userPresent | (lie.isVerified === false ? 0 : userVerified)
      const data = authenticatorData(flags, new URL(from).hostname, counter)
      return {
        ...named({}),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      }
    },
  }
}
