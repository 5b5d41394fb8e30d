import type { SessionCompany, User } from '@casillero/shared/contract/auth'
import { phoneLoginKeys } from '@casillero/shared/domain/phone'
import type { Visitor } from '../../platform/endpoint.ts'
import { AppError } from '../../platform/errors.ts'
import { createFairShare } from '../../platform/fair-share.ts'
import { checkPassword } from '../../platform/password.ts'
import { beginSignIn, completeSignIn, failSignIn, newToken } from '../../platform/session.ts'
import { getUser } from '../users/queries.ts'
import { getOwnCompany } from './queries.ts'

type SignedIn = { token: string; user: User; company: SessionCompany }

type Credentials = { identifier: string; password: string }

// A failure counts once its password was checked: of one address only a few may be on their way there at once, or a burst
// of guesses is checked before the first of them counts. It also keeps one address from filling the queue of everybody.
const perAddress = createFairShare({
  most: 4,
  longestQueue: 20,
  patienceMs: 5_000,
  refusal: () => new AppError('too_many_tries', { retryAfterSeconds: 1 }),
})

/** Signs in on the host's company. Throws `too_many_tries`, or `invalid_credentials` for whatever else is wrong. */
export const signIn = (visitor: Visitor, credentials: Credentials): Promise<SignedIn> =>
  perAddress.inTurn(visitor.address, () => checkAndStart(visitor, credentials))

/**
 * Every failure reads the same and takes the same time; the password is checked outside of any transaction, so that a
 * storm of tries holds no connection.
 */
async function checkAndStart({ database, subdomain, address }: Visitor, credentials: Credentials): Promise<SignedIn> {
  const typed = credentials.identifier.toLowerCase()
  const phones = phoneLoginKeys(typed)
  // A phone can be written in many ways; tries are counted by its longest form, so that they are one person's.
  const identifier = phones.toSorted((a, b) => b.length - a.length)[0] ?? typed
  const attempt = { subdomain: subdomain ?? '', identifier, loginKeys: [typed, ...phones], address }
  const found = await database.asNobody((db) => beginSignIn(db, attempt))
  if (found.waitSeconds > 0) throw new AppError('too_many_tries', { retryAfterSeconds: found.waitSeconds })

  const isRight = await checkPassword(found.passwordHash, credentials.password)
  if (!isRight || !found.companyId || !found.userId || !found.passwordHash) {
    await database.asNobody((db) => failSignIn(db, address))
    throw new AppError('invalid_credentials')
  }

  const token = newToken()
  const { companyId, userId, passwordHash } = found
  const signedIn = await database.asNobody(async (db) => {
    const isStarted = await completeSignIn(db, { companyId, userId, identifier, passwordHash, token })
    return isStarted ? { user: await getUser(db, userId), company: await getOwnCompany(db) } : undefined
  })
  if (!signedIn) throw new AppError('invalid_credentials')
  return { token, ...signedIn }
}
