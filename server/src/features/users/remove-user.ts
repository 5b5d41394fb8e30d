import { endSessions } from '../../platform/auth/session.ts'
import { softDelete } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockUser, requireAnAdmin } from './queries.ts'

/** Histories keep the name. docs/product/companies-and-users.md, "Staff". */
export async function removeUser(db: Db, id: string, session: Session): Promise<null> {
  await lockCompany(db)
  const { type, status } = await lockUser(db, id)
  if (id === session.userId) throw new AppError('own_account')
  await softDelete(db, 'users', id)
  // A company that has no admin may still delete other users.
  if (type === 'admin' && status === 'active') await requireAnAdmin(db)
  await endSessions(db, id, null)
  return null
}
