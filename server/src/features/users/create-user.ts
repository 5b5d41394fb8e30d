import type { User } from '@casillero/shared/contract/auth'
import type { NewUserDraft } from '@casillero/shared/contract/users'
import { hashPassword, runInTurn } from '../../platform/auth/password.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { openPhones, settlePhones } from '../clients/require-phone.ts'
import { userColumns, userValues } from './queries.ts'

/** docs/product/companies-and-users.md, "Staff". */
export async function createUser(db: Db, typed: NewUserDraft, session: Session): Promise<User> {
  const { phone = null } = settlePhones(await openPhones(db, [typed.phone]), { phone: typed.phone })
  const draft = { ...typed, phone }
  const password_hash = await runInTurn(session, () => hashPassword(draft.password))
  return await db
    .insertInto('users')
    .values({ ...userValues(draft), password_hash })
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}
