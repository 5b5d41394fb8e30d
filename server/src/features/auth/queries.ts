import type { SessionCompany } from '@casillero/shared/contract/auth'
import type { Db } from '../../platform/database/database.ts'

/** Gets the company of the session; row-level security shows no other. */
export function getOwnCompany(db: Db): Promise<SessionCompany> {
  return db.selectFrom('companies').select(['id', 'name', 'subdomain', 'logo_url as logoUrl']).executeTakeFirstOrThrow()
}
