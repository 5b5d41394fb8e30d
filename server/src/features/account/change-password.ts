import type { PasswordChange } from '@casillero/shared/contract/account'
import { checkPassword, hashPassword, inTurnOf } from '../../platform/auth/password.ts'
import { endOwnSessions, forgetFailedSignIns, tryOwnPassword } from '../../platform/auth/session.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { getOwnAccount } from './queries.ts'

/**
 * Gives the caller a new password and ends the caller's other sessions. A try is noted before the password is checked, in a
 * transaction of its own, because the refusal would roll the note back; the check itself holds no connection.
 * Throws `wrong_password`, `too_many_tries`, `stale` where the password changed meanwhile.
 * docs/product/companies-and-users.md, "My account".
 */
export async function changePassword(asCaller: AsCaller, draft: PasswordChange): Promise<null> {
  const known = await asCaller(async (db, { userId, companyId }) => {
    const waitSeconds = await tryOwnPassword(db)
    return { userId, companyId, waitSeconds, ...(await getOwnAccount(db, userId)) }
  })
  if (known.waitSeconds > 0) throw new AppError('too_many_tries', { retryAfterSeconds: known.waitSeconds })
  const password_hash = await inTurnOf(known, async () => {
    const isRight = await checkPassword(known.passwordHash, draft.currentPassword)
    if (!isRight) throw fieldError('wrong_password', 'currentPassword')
    return await hashPassword(draft.password)
  })
  return await asCaller(async (db, { userId, sessionId }) => {
    const changed = await db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('password_hash', '=', known.passwordHash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AppError('stale')
    await endOwnSessions(db, { but: sessionId, calledFrom: sessionId })
    await forgetFailedSignIns(db, { id: userId, ...known })
    return null
  })
}
