import type { User } from '@casillero/shared/contract/auth'
import type { NewUserDraft } from '@casillero/shared/contract/users'
import { hashPassword, runInTurn } from '../../platform/auth/password.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { requirePossiblePhones } from '../clients/require-phone.ts'
import { userColumns, userValues } from './queries.ts'

/**
 * Adds a member of the staff; e-mail and phone are unique among the company's living users. Throws `invalid` for a phone that is none
 * of its country.
 * docs/product/companies-and-users.md, "Staff".
 */
export async function createUser(db: Db, draft: NewUserDraft, session: Session): Promise<User> {
  if (draft.phone !== null) requirePossiblePhones({ phone: draft.phone })
  const password_hash = await runInTurn(session, () => hashPassword(draft.password))
  return await db
    .insertInto('users')
    .values({ ...userValues(draft), password_hash })
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}
