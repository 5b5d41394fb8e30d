import type { User } from '@casillero/shared/contract/auth'
import type { UserDraft } from '@casillero/shared/contract/users'
import { lockCompany } from '../../platform/company-lock.ts'
import type { Db, Session } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hashPassword } from '../../platform/password.ts'
import { endSessionsOf } from '../../platform/session.ts'
import { lockUser, requireAnAdmin, userColumns, userValues } from './queries.ts'

/**
 * Changes a member of the staff (product, "Users"). Nobody demotes or deactivates themselves, the company keeps an active
 * admin, and a new password, type or status ends the sessions; one's own new password all but the one that set it.
 * Throws `stale`, `own_account`, `last_admin`.
 */
export async function updateUser(db: Db, id: string, draft: UserDraft, session: Session): Promise<User> {
  await lockCompany(db)
  const current = await lockUser(db, id)
  if (draft.version !== undefined && draft.version !== current.version) throw new AppError('stale')
  const isSelf = id === session.userId
  const status = draft.status ?? current.status
  const isOtherKind = draft.type !== current.type || status !== current.status
  if (isSelf && isOtherKind) throw new AppError('own_account')
  const password = draft.password === null ? {} : { password_hash: await hashPassword(draft.password) }
  const user = await db
    .updateTable('users')
    .set({ ...userValues(draft), status, ...password })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  await requireAnAdmin(db)
  if (isOtherKind || draft.password !== null) await endSessionsOf(db, id, isSelf ? session.sessionId : null)
  return user
}
