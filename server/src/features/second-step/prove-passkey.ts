import type { Assertion } from '@casillero/shared/contract/second-step'
import { sql } from 'kysely'
import type { Proof, SecondStepTask } from '../../platform/auth/second-step.ts'
import { hashToken, newToken } from '../../platform/auth/session.ts'
import type { Db } from '../../platform/database/database.ts'
import { readNetwork } from '../../platform/database/network.ts'
import { AppError } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/endpoint.ts'

// Loaded with the first passkey, because it brings a library of certificates along.
const load = () => import('@simplewebauthn/server')

/** The company's host without its port. */
export const readPartyId = (origin: string): string => new URL(origin).hostname

type Stored = { id: string; userId: string; publicKey: Buffer; counter: string | number }

async function findPasskey(db: Db, companyId: string, credentialId: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select id, user_id as "userId", public_key as "publicKey", counter
    from find_passkey(${companyId}, ${credentialId})`.execute(db)
  return rows[0]
}

/** Requires this company's host, the ticket's user, a verified person and a counter above the last; else undefined. */
export async function provePasskey(
  { database }: Visitor,
  { response, origin }: { response: Assertion; origin: string },
  { companyId, userId, challenge }: SecondStepTask,
): Promise<Proof | undefined> {
  if (challenge === null) return undefined
  const stored = await database.withoutCompany((db) => findPasskey(db, companyId, response.id))
  if (!stored || (userId !== null && stored.userId !== userId)) return undefined
  const { verifyAuthenticationResponse } = await load()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: readPartyId(origin),
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(stored.publicKey),
        counter: Number(stored.counter),
      },
    })
    if (!verified) return undefined
    return { userId: stored.userId, method: 'passkey', passkeyId: stored.id, counter: authenticationInfo.newCounter }
  } catch {
    // The library throws a sentence for each possible fault.
    return undefined
  }
}

/** Continues a password's ticket, or makes one for a passkey alone. Throws `second_step_ended`, `company_not_found`, `too_many_tries`. */
export async function challengePasskey(
  { database, subdomain, address }: Visitor,
  { ticket, device, origin }: { ticket: string | undefined; device: string | null; origin: string },
) {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({ rpID: readPartyId(origin), userVerification: 'required' })
  const host = subdomain ?? ''
  if (ticket !== undefined) {
    const known = await database.withoutCompany(async (db) => {
      const { rows } = await sql<{ id: string; transports: string[] }>`
        select credential_id as id, transports
        from challenge_ticket(${hashToken(ticket)}, ${host}, ${options.challenge})`.execute(db)
      return rows
    })
    if (known.length === 0) throw new AppError('second_step_ended')
    const allowCredentials = known.map((each) => ({ ...each, type: 'public-key' }))
    return { ticket, options: { ...options, allowCredentials } }
  }
  const made = newToken()
  const wait = await database.withoutCompany(async (db) => {
    const { rows } = await sql<{ wait: number }>`
      select make_passkey_ticket(${host}, ${hashToken(made)}, ${options.challenge}, ${readNetwork(address)}, ${device}) as wait`.execute(
      db,
    )
    return rows[0]?.wait ?? -1
  })
  if (wait < 0) throw new AppError('company_not_found')
  if (wait > 0) throw new AppError('too_many_tries', { retryAfterSeconds: wait })
  return { ticket: made, options: { ...options } }
}
