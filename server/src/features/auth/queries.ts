import type { SessionCompany, User } from '@casillero/shared/contract/auth'
import type { Db } from '../../platform/database.ts'

/** The signed-in user; their row exists, because the session call has just read it. */
export function getUser(db: Db, id: string): Promise<User> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'full_name as fullName',
      'email',
      'phone',
      'type',
      'status',
      'cedula',
      'created_at as createdAt',
      'version',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The company of the session; row-level security shows no other. */
export function getOwnCompany(db: Db): Promise<SessionCompany> {
  return db.selectFrom('companies').select(['id', 'name', 'subdomain', 'logo_url as logoUrl']).executeTakeFirstOrThrow()
}
