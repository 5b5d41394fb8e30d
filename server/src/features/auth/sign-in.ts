import { createHash } from 'node:crypto'
import type { SessionCompany, User } from '@casillero/shared/contract/auth'
import { phoneLoginKeys, signInName } from '@casillero/shared/domain/phone'
import { checkPassword } from '../../platform/auth/password.ts'
import {
  hashDevice,
  knowsDevice,
  newToken,
  noteFailedSignIn,
  startSession,
  trySignIn,
} from '../../platform/auth/session.ts'
import { networkOf } from '../../platform/database/anonymous-queue.ts'
import { createFairShare } from '../../platform/database/fair-share.ts'
import { AppError } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/endpoint.ts'
import { getUser } from '../users/queries.ts'
import { getOwnCompany } from './queries.ts'

type SignedIn = { token: string; user: User; company: SessionCompany }

type Credentials = { identifier: string; password: string; device: string | null }

type Attempt = {
  subdomain: string
  identifier: string
  loginKeys: string[]
  network: string
  device: string | null
  password: string
}

const refuse = () => new AppError('too_many_tries', { retryAfterSeconds: 1 })

// A failure counts once its password was checked. A bulkhead for each origin keeps a burst of guesses from being checked before
// the first of them counts, and one address from filling the queue of all others.
const checks = createFairShare({ maxConcurrent: 4, maxQueued: 20, maxWaitMs: 5_000, refusal: refuse })

// The look-up of a device is one quick query, which must not wait behind the guesses from its own address.
const lookUps = createFairShare({ maxConcurrent: 4, maxQueued: 20, maxWaitMs: 5_000, refusal: refuse })

/**
 * Signs in on the host's company. Throws `too_many_tries`, or `invalid_credentials` for whatever else is wrong.
 * docs/product/companies-and-users.md, "Sign-in".
 */
export async function signIn(visitor: Visitor, { identifier, password, device }: Credentials): Promise<SignedIn> {
  const attempt: Attempt = {
    subdomain: visitor.subdomain ?? '',
    identifier: signInName(identifier),
    loginKeys: [identifier.toLowerCase(), ...phoneLoginKeys(identifier)],
    network: networkOf(visitor.address),
    device: device === null ? null : hashDevice(device),
    password,
  }
  const turn = (await isKnownDevice(visitor, attempt)) ? `${attempt.device} ${attempt.identifier}` : attempt.network
  return await checks.runInTurn(turn, () => checkAndStart(visitor, attempt))
}

async function isKnownDevice({ database }: Visitor, { device, ...attempt }: Attempt): Promise<boolean> {
  if (device === null) return false
  return await lookUps.runInTurn(attempt.network, () =>
    database.withoutCompany((db) => knowsDevice(db, { ...attempt, device })),
  )
}

type Outcome = 'signed in' | 'wrong' | 'too many tries' | 'ended meanwhile'

/** Logs one line for each try that reached the database: address, company, account and outcome. */
function logTry(
  { log, address }: Visitor,
  { identifier }: Attempt,
  { companyId, userId, origin }: { companyId: string | null; userId: string | null; origin: string },
  outcome: Outcome,
): void {
  // An identifier that no user has may be a password in the wrong field, so that only its hash is logged.
  const hash = createHash('sha256').update(`${companyId} ${identifier}`).digest('hex').slice(0, 16)
  const account = userId === null ? { identifierHash: hash } : { userId }
  log.info({ remote: address, companyId, ...account, isKnownDevice: origin.startsWith('device '), outcome }, 'sign-in')
}

/**
 * Checks the password and starts a session. Every failure reads the same and takes the same time; the password is checked
 * outside of any transaction, so that many tries hold no connection.
 */
async function checkAndStart(visitor: Visitor, attempt: Attempt): Promise<SignedIn> {
  const { database, address, userAgent } = visitor
  const found = await database.withoutCompany((db) => trySignIn(db, attempt))
  if (found.waitSeconds > 0) {
    logTry(visitor, attempt, found, 'too many tries')
    throw new AppError('too_many_tries', { retryAfterSeconds: found.waitSeconds })
  }

  const { companyId, userId, passwordHash } = found
  const isRight = await checkPassword(passwordHash, attempt.password)
  if (!isRight || !companyId || !userId || !passwordHash) {
    await database.withoutCompany((db) => noteFailedSignIn(db, { ...attempt, companyId }))
    logTry(visitor, attempt, found, 'wrong')
    throw new AppError('invalid_credentials')
  }

  const token = newToken()
  const signedIn = await database.withoutCompany(async (db) => {
    const started = { ...attempt, companyId, userId, passwordHash, origin: found.origin, token, address, userAgent }
    if (!(await startSession(db, started))) return undefined
    return { user: await getUser(db, userId), company: await getOwnCompany(db) }
  })
  logTry(visitor, attempt, found, signedIn ? 'signed in' : 'ended meanwhile')
  if (!signedIn) throw new AppError('invalid_credentials')
  return { token, ...signedIn }
}
