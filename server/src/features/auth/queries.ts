import type { SessionCompany } from '@casillero/shared/contract/auth'
import type { Db } from '../../platform/database/database.ts'

export function getOwnCompany(db: Db): Promise<SessionCompany> {
  return db.selectFrom('companies').select(['id', 'name', 'subdomain', 'logo_url as logoUrl']).executeTakeFirstOrThrow()
}
