import { createHash } from 'node:crypto'
import type { SecondStep, SessionCompany, User } from '@casillero/shared/contract/auth'
import { phoneLoginKeys, signInName } from '@casillero/shared/domain/phone'
import { checkPassword, inPasswordTurn } from '../../platform/auth/password.ts'
import { beginSecondStep, type Due } from '../../platform/auth/second-step.ts'
import {
  hashDevice,
  knowsDevice,
  newToken,
  noteFailedSignIn,
  startSession,
  trySignIn,
} from '../../platform/auth/session.ts'
import type { Party } from '../../platform/database/fair-turns.ts'
import { readNetwork, readOwnersNetwork } from '../../platform/database/network.ts'
import { AppError } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/endpoint.ts'
import { createCachedHostCompanies } from '../../platform/http/host-companies.ts'
import { getUser } from '../users/queries.ts'
import { getOwnCompany, notePagesOrigin } from './queries.ts'

type SignedIn = { token: string; user: User; company: SessionCompany }

type Credentials = { identifier: string; password: string; device: string | null; trusted: string[] }

type Attempt = {
  subdomain: string
  identifier: string
  loginKeys: string[]
  network: string
  device: string | null
  password: string
  trusted: string[]
}

/** docs/product/companies-and-users.md, "Sign-in". */
export async function signIn(
  visitor: Visitor,
  { identifier, password, device, trusted }: Credentials,
): Promise<SignedIn | { secondStep: SecondStep }> {
  const attempt: Attempt = {
    subdomain: visitor.subdomain ?? '',
    identifier: signInName(identifier),
    loginKeys: [identifier.toLowerCase(), ...phoneLoginKeys(identifier)],
    network: readNetwork(visitor.address),
    device: device === null ? null : hashDevice(device),
    password,
    trusted,
  }
  // A burst of guesses counts before it is over, because few passwords are checked at once.
  return await inPasswordTurn(await findCaller(visitor, attempt), () => checkAndStart(visitor, attempt))
}

/** Quick reads; their queue serves first the address that asks least. */
async function findCaller({ database, address }: Visitor, attempt: Attempt): Promise<Party> {
  const found = await createCachedHostCompanies(database).find(attempt.subdomain, address)
  const company = found?.id ?? 'none'
  const { device } = attempt
  const isKnown =
    device !== null &&
    (await database.asAnonymous({ door: 'sign-in', address, company: found?.id }, (db) =>
      knowsDevice(db, { ...attempt, device }),
    ))
  return isKnown
    ? { company, rank: 'staff', origin: `${device} ${attempt.identifier}` }
    : { company, rank: 'newcomer', origin: readOwnersNetwork(address) }
}

type Outcome = 'signed in' | 'second step' | 'wrong' | 'too many tries' | 'ended meanwhile'

/** Logs one line for each try that reached the database: address, company, account and outcome. */
function logTry(
  { log, address }: Visitor,
  { identifier }: Attempt,
  { companyId, userId, origin }: { companyId: string | null; userId: string | null; origin: string },
  outcome: Outcome,
): void {
  // An unknown name may be a password in the wrong field, so only its hash is logged.
  const hash = createHash('sha256').update(`${companyId} ${identifier}`).digest('hex').slice(0, 16)
  const account = userId === null ? { identifierHash: hash } : { userId }
  log.info({ remote: address, companyId, ...account, isKnownDevice: origin.startsWith('device '), outcome }, 'sign-in')
}

const describeStep = (ticket: string, { purpose, methods, fullName, mayDefer }: Due): SecondStep => ({
  ticket,
  methods: methods ?? [],
  fullName,
  mustActivate: purpose === 'activate',
  mayDefer,
})

/**
 * Every failure reads the same and takes the same time. Passwords are checked outside of a transaction, so that many tries hold no
 * connection.
 */
async function checkAndStart(visitor: Visitor, attempt: Attempt): Promise<SignedIn | { secondStep: SecondStep }> {
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

  const [token, ticket] = [newToken(), newToken()]
  const outcome = await database.withoutCompany(async (db) => {
    const started = { ...attempt, companyId, userId, passwordHash, origin: found.origin, token, address, userAgent }
    const due = await beginSecondStep(db, { ...started, ticket })
    if (!due) return undefined
    if (due.purpose !== 'none') return { secondStep: describeStep(ticket, due) }
    if (!(await startSession(db, started))) return undefined
    await notePagesOrigin(db, visitor.origin)
    return { token, user: await getUser(db, userId), company: await getOwnCompany(db) }
  })
  if (!outcome) {
    logTry(visitor, attempt, found, 'ended meanwhile')
    throw new AppError('invalid_credentials')
  }
  logTry(visitor, attempt, found, 'secondStep' in outcome ? 'second step' : 'signed in')
  return outcome
}
