import type { User } from '@casillero/shared/contract/auth'
import { type EndedAccess, notReachable, type UserDraft } from '@casillero/shared/contract/users'
import { hashPassword, runInTurn } from '../../platform/auth/password.ts'
import { countAccess, endSessions, forgetFailedSignIns } from '../../platform/auth/session.ts'
import { requireVersion } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { openPhones, settlePhones } from '../clients/require-phone.ts'
import { lockUser, requireAnAdmin, userColumns, userValues } from './queries.ts'

/** Throws `invalid` if neither e-mail nor phone would remain. */
function merge(draft: UserDraft, current: User) {
  const kept = (field: 'lastName' | 'email' | 'phone' | 'cedula') => {
    const changed = draft[field]
    return changed === undefined ? current[field] : changed
  }
  const [email, phone] = [kept('email'), kept('phone')]
  if (email === null && phone === null) throw new AppError('invalid', { fields: { email: notReachable } })
  return {
    firstName: draft.firstName ?? current.firstName,
    lastName: kept('lastName'),
    email,
    phone,
    type: draft.type ?? current.type,
    cedula: kept('cedula'),
    seesMoneyReports: draft.seesMoneyReports ?? current.seesMoneyReports,
    denials: draft.denials ?? current.denials,
    discountLimit: draft.discountLimit === undefined ? current.discountLimit : draft.discountLimit,
  }
}

type Changed = { user: User; ended: EndedAccess }

const isActiveAdmin = ({ type, status }: Pick<User, 'type' | 'status'>) => type === 'admin' && status === 'active'

/**
 * A new password, type, status or e-mail ends the user's access tokens and sessions, except the session that made the change. Counts those
 * ended. docs/product/companies-and-users.md, "Staff".
 */
export async function updateUser(db: Db, id: string, draft: UserDraft, session: Session): Promise<Changed> {
  await lockCompany(db)
  const current = await lockUser(db, id)
  requireVersion(draft, current)
  const isSelf = id === session.userId
  const merged = merge(draft, current)
  const { phone = null } = settlePhones(
    await openPhones(db, [merged.phone]),
    { phone: merged.phone },
    { phone: current.phone },
  )
  const person = { ...merged, phone }
  const status = draft.status ?? current.status
  const isOtherKind = person.type !== current.type || status !== current.status
  if (isSelf && isOtherKind) throw new AppError('own_account')
  const { password: typed } = draft
  const password = typed === null ? {} : { password_hash: await runInTurn(session, () => hashPassword(typed)) }
  const kept = isSelf ? session.sessionId : null
  // Counted first, because the database ends the tokens with the change.
  const living = await countAccess(db, id, kept)
  const user = await db
    .updateTable('users')
    .set({ ...userValues(person), status, ...password })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  if (isActiveAdmin(current) && !isActiveAdmin(user)) await requireAnAdmin(db)
  if (draft.password !== null) await forgetFailedSignIns(db, user)
  const isOtherEmail = user.email?.toLowerCase() !== current.email?.toLowerCase()
  if (!isOtherKind && !isOtherEmail && draft.password === null) return { user, ended: { sessions: 0, accessTokens: 0 } }
  await endSessions(db, id, kept)
  return { user, ended: living }
}
