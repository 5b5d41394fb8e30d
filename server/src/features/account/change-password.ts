import type { PasswordChange } from '@casillero/shared/contract/account'
import type { EndedAccess } from '@casillero/shared/contract/users'
import { hashPassword, runInTurn } from '../../platform/auth/password.ts'
import { countAccess, endOwnSessions, forgetFailedSignIns } from '../../platform/auth/session.ts'
import { AppError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { readOwnPassword, requirePassword } from './own-password.ts'

/** The caller's other sessions and tokens end. docs/product/companies-and-users.md, "My account". */
export async function changePassword(asCaller: AsCaller, draft: PasswordChange): Promise<EndedAccess> {
  const known = await readOwnPassword(asCaller)
  const password_hash = await runInTurn(known, async () => {
    await requirePassword(known, draft.currentPassword)
    return await hashPassword(draft.password)
  })
  return await asCaller(async (db, { userId, sessionId }) => {
    const ended = await countAccess(db, userId, sessionId)
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
    return ended
  })
}
