import { findCounter } from '../../platform/auth/app-codes.ts'
import { runInTurn } from '../../platform/auth/password.ts'
import { makeRecoveryCodes } from '../../platform/auth/recovery-codes.ts'
import { forgetFailedSignIns } from '../../platform/auth/session.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { readOwnPassword, requirePassword } from '../account/own-password.ts'
import { getUser } from '../users/queries.ts'
import {
  confirmApp,
  dropSecondStep,
  getOfferedApp,
  getSecondStep,
  isSessionFresh,
  renewCodes,
  resetSecondStep,
} from './queries.ts'

/** Requires a session of the last ten minutes, or the user's password. Throws `password_needed`, `wrong_password`, `too_many_tries`. */
export async function confirmPerson(asCaller: AsCaller, currentPassword: string | undefined): Promise<void> {
  if (!currentPassword) {
    if (await asCaller((db, { sessionId }) => isSessionFresh(db, sessionId))) return
    throw fieldError('password_needed', 'currentPassword')
  }
  const known = await readOwnPassword(asCaller)
  await runInTurn(known, () => requirePassword(known, currentPassword))
  await asCaller((db, { userId }) => forgetFailedSignIns(db, { id: userId, email: null, phone: null }))
}

/** The first second step adds recovery codes. Throws `wrong_code`. Tries are not limited, because the user already holds the secret. */
export async function confirmOwnApp(asCaller: AsCaller, code: string): Promise<{ recoveryCodes: string[] | null }> {
  const offered = await asCaller(async (db, { userId, companyId }) => ({
    ...(await getOfferedApp(db)),
    userId,
    companyId,
  }))
  const { secret, at } = offered
  const counter = secret === null ? undefined : findCounter(secret, code, at)
  if (secret === null || counter === undefined) throw fieldError('wrong_code', 'code')
  const { codes, salt, hashes } = await runInTurn(offered, makeRecoveryCodes)
  const isNew = await asCaller((db) => confirmApp(db, { secret, counter, salt, hashes }))
  if (isNew === null) throw new AppError('stale')
  return { recoveryCodes: isNew ? codes : null }
}

/** Throws `stale` if the caller has no second step. */
export async function renewOwnCodes(
  asCaller: AsCaller,
  currentPassword: string,
): Promise<{ recoveryCodes: string[] | null }> {
  await confirmPerson(asCaller, currentPassword)
  const person = await asCaller(async (_, { userId, companyId }) => ({ userId, companyId }))
  const { codes, salt, hashes } = await runInTurn(person, makeRecoveryCodes)
  if (!(await asCaller((db) => renewCodes(db, { salt, hashes })))) throw new AppError('stale')
  return { recoveryCodes: codes }
}

/** Throws `second_step_required` if the company requires it. */
export async function removeOwnSecondStep(asCaller: AsCaller, currentPassword: string): Promise<null> {
  await confirmPerson(asCaller, currentPassword)
  return await asCaller(async (db, { userId }) => {
    if ((await getSecondStep(db, userId)).isRequired) throw new AppError('second_step_required')
    await dropSecondStep(db, userId)
    return null
  })
}

/** docs/product/second-step.md, "Lost". */
export async function resetOfUser(db: Db, id: string, { userId }: Session): Promise<null> {
  if (id === userId) throw new AppError('own_second_step')
  await getUser(db, id)
  if (!(await resetSecondStep(db, id))) throw new AppError('not_found')
  return null
}
