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
import { createFairShare } from '../../platform/database/fair-share.ts'
import { networkOf } from '../../platform/database/strangers-line.ts'
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

const tooMany = () => new AppError('too_many_tries', { retryAfterSeconds: 1 })

// A failure counts once its password was checked: of one origin only a few may be on their way there at once, or a burst
// of guesses is checked before the first of them counts. It also keeps one address from filling the queue of all others.
const checking = createFairShare({ most: 4, longestQueue: 20, patienceMs: 5_000, refusal: tooMany })

// Whether a device is known is one quick look, which must not wait behind the guesses of its own address.
const looking = createFairShare({ most: 4, longestQueue: 20, patienceMs: 5_000, refusal: tooMany })

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
  return await checking.inTurn(turn, () => checkAndStart(visitor, attempt))
}

async function isKnownDevice({ database }: Visitor, { device, ...attempt }: Attempt): Promise<boolean> {
  if (device === null) return false
  return await looking.inTurn(attempt.network, () => database.asNobody((db) => knowsDevice(db, { ...attempt, device })))
}

type Outcome = 'signed in' | 'wrong' | 'too many tries' | 'ended meanwhile'

/** Leaves one line for each try that reached the database: from where, to which account of which company, with what outcome. */
function leaveTrace(
  { log, address }: Visitor,
  { identifier }: Attempt,
  { companyId, userId, origin }: { companyId: string | null; userId: string | null; origin: string },
  outcome: Outcome,
): void {
  // What was typed may be a password in the wrong field, so that only its hash is logged where no user has it.
  const hash = createHash('sha256').update(`${companyId} ${identifier}`).digest('hex').slice(0, 16)
  const account = userId === null ? { identifierHash: hash } : { userId }
  log.info({ remote: address, companyId, ...account, isKnownDevice: origin.startsWith('device '), outcome }, 'sign-in')
}

/**
 * Every failure reads the same and takes the same time; the password is checked outside of any transaction, so that a
 * storm of tries holds no connection.
 */
async function checkAndStart(visitor: Visitor, attempt: Attempt): Promise<SignedIn> {
  const { database, address, userAgent } = visitor
  const found = await database.asNobody((db) => trySignIn(db, attempt))
  if (found.waitSeconds > 0) {
    leaveTrace(visitor, attempt, found, 'too many tries')
    throw new AppError('too_many_tries', { retryAfterSeconds: found.waitSeconds })
  }

  const { companyId, userId, passwordHash } = found
  const isRight = await checkPassword(passwordHash, attempt.password)
  if (!isRight || !companyId || !userId || !passwordHash) {
    await database.asNobody((db) => noteFailedSignIn(db, { ...attempt, companyId }))
    leaveTrace(visitor, attempt, found, 'wrong')
    throw new AppError('invalid_credentials')
  }

  const token = newToken()
  const signedIn = await database.asNobody(async (db) => {
    const started = { ...attempt, companyId, userId, passwordHash, origin: found.origin, token, address, userAgent }
    if (!(await startSession(db, started))) return undefined
    return { user: await getUser(db, userId), company: await getOwnCompany(db) }
  })
  leaveTrace(visitor, attempt, found, signedIn ? 'signed in' : 'ended meanwhile')
  if (!signedIn) throw new AppError('invalid_credentials')
  return { token, ...signedIn }
}
