import { findCounter } from '../../platform/auth/app-codes.ts'
import { runInTurn } from '../../platform/auth/password.ts'
import { makeRecoveryCodes } from '../../platform/auth/recovery-codes.ts'
import { enterActivation, finishActivation, noteActivationTry } from '../../platform/auth/second-step.ts'
import { newToken } from '../../platform/auth/session.ts'
import type { Db } from '../../platform/database/database.ts'
import { readNetwork } from '../../platform/database/network.ts'
import { AppError } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/endpoint.ts'
import { getOwnCompany } from '../auth/queries.ts'
import { getUser } from '../users/queries.ts'
import { offerApp } from './offer-app.ts'
import { confirmApp, getOfferedApp } from './queries.ts'

type Entered = { userId: string; companyId: string }

/** Acts for a user who has no session yet. Throws `second_step_ended`. */
async function enter<T>(
  { database, subdomain }: Visitor,
  ticket: string,
  run: (db: Db, entered: Entered) => Promise<T>,
): Promise<T> {
  return await database.withoutCompany(async (db) => {
    const entered = await enterActivation(db, { ticket, subdomain: subdomain ?? '' })
    if (!entered) throw new AppError('second_step_ended')
    return await run(db, entered)
  })
}

export const offerAtSignIn = (visitor: Visitor, ticket: string) =>
  enter(visitor, ticket, (db, { userId }) => offerApp(db, userId))

async function start(visitor: Visitor, db: Db, { ticket, isPutOff }: { ticket: string; isPutOff: boolean }) {
  const { address, userAgent } = visitor
  const token = newToken()
  const place = { network: readNetwork(address), address, userAgent }
  if (!(await finishActivation(db, { ticket, isPutOff, token, ...place }))) throw new AppError('second_step_ended')
  return token
}

/**
 * Starts the session only now, so that the user can make no other call before. Throws `wrong_code`, `second_step_ended`.
 * docs/product/second-step.md, "Who must have one".
 */
export async function confirmAtSignIn(visitor: Visitor, { ticket, code }: { ticket: string; code: string }) {
  const offered = await enter(visitor, ticket, async (db, entered) => ({ ...entered, ...(await getOfferedApp(db)) }))
  const { secret, at, userId } = offered
  const counter = secret === null ? undefined : findCounter(secret, code, at)
  if (secret === null || counter === undefined) {
    const left = await enter(visitor, ticket, (db) => noteActivationTry(db, ticket))
    throw new AppError(left === 0 ? 'second_step_ended' : 'wrong_code')
  }
  const { codes, salt, hashes } = await runInTurn(offered, makeRecoveryCodes)
  return await enter(visitor, ticket, async (db) => {
    const isNew = await confirmApp(db, { secret, counter, salt, hashes })
    if (!isNew) throw new AppError('second_step_ended')
    const token = await start(visitor, db, { ticket, isPutOff: false })
    return { token, user: await getUser(db, userId), company: await getOwnCompany(db), recoveryCodes: codes }
  })
}

/** An operator may set it up later. Throws `second_step_ended` if that time is over. */
export const putOff = (visitor: Visitor, ticket: string) =>
  enter(visitor, ticket, async (db, { userId }) => {
    const token = await start(visitor, db, { ticket, isPutOff: true })
    return { token, user: await getUser(db, userId), company: await getOwnCompany(db) }
  })
