import type { Attestation } from '@casillero/shared/contract/second-step'
import { sql } from 'kysely'
import { runInTurn } from '../../platform/auth/password.ts'
import { makeRecoveryCodes } from '../../platform/auth/recovery-codes.ts'
import { writeBytes } from '../../platform/auth/second-step.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { getOwnCompany } from '../auth/queries.ts'
import { getUser } from '../users/queries.ts'
import { readPartyId } from './prove-passkey.ts'
import { listOwnPasskeys } from './queries.ts'

const load = () => import('@simplewebauthn/server')
const most = 10
/** EdDSA, ES256 and RS256. With the library's own list Node prints a warning. */
const supportedAlgorithmIDs = [-8, -7, -257]

async function takeChallenge(db: Db): Promise<string | null> {
  const { rows } = await sql<{ challenge: string | null }>`select take_own_challenge() as challenge`.execute(db)
  return rows[0]?.challenge ?? null
}

/** Throws `too_many_passkeys`. */
export async function offerPasskey(asCaller: AsCaller, origin: string) {
  const { user, company, known } = await asCaller(async (db, { userId }) => ({
    user: await getUser(db, userId),
    company: await getOwnCompany(db),
    known: await listOwnPasskeys(db),
  }))
  if (known.length >= most) throw new AppError('too_many_passkeys')
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: company.name,
    rpID: readPartyId(origin),
    userName: user.email ?? user.phone ?? user.fullName,
    userDisplayName: user.fullName,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await asCaller((db) => sql`select offer_own_passkey(${options.challenge})`.execute(db))
  return { ...options }
}

async function verify(response: Attestation, challenge: string, origin: string) {
  const { verifyRegistrationResponse } = await load()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: readPartyId(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    })
    return registrationInfo?.credential
  } catch {
    return undefined
  }
}

/** The first second step adds recovery codes. Throws `passkey_refused`, `too_many_passkeys`, `duplicate`. */
export async function addPasskey(
  asCaller: AsCaller,
  { name, response, origin }: { name: string; response: Attestation; origin: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const offered = await asCaller(async (db, { userId, companyId }) => ({
    userId,
    companyId,
    challenge: await takeChallenge(db),
    count: (await listOwnPasskeys(db)).length,
  }))
  if (offered.count >= most) throw new AppError('too_many_passkeys')
  const made = offered.challenge === null ? undefined : await verify(response, offered.challenge, origin)
  if (!made) throw new AppError('passkey_refused')
  const { codes, salt, hashes } = await runInTurn(offered, makeRecoveryCodes)
  const isNew = await asCaller(async (db) => {
    const { rows } = await sql<{ isNew: boolean }>`
      select keep_own_passkey(
        ${name}, ${made.id}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${made.transports ?? []}, ${salt}, ${hashes.map(writeBytes)}
      ) as "isNew"`.execute(db)
    return rows[0]?.isNew ?? false
  })
  return { recoveryCodes: isNew ? codes : null }
}

export async function renamePasskey(db: Db, id: string, name: string): Promise<null> {
  const { rows } = await sql<{ isDone: boolean }>`select rename_own_passkey(${id}, ${name}) as "isDone"`.execute(db)
  if (!rows[0]?.isDone) throw new AppError('not_found')
  return null
}

/** Throws `last_passkey` if only recovery codes would remain, `not_found`. */
export async function removePasskey(db: Db, id: string): Promise<null> {
  const { rows } = await sql<{ outcome: string }>`select remove_own_passkey(${id}) as outcome`.execute(db)
  const outcome = rows[0]?.outcome
  if (outcome === 'last') throw new AppError('last_passkey')
  if (outcome !== 'removed') throw new AppError('not_found')
  return null
}
