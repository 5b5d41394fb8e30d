import type { ManagedCompany } from '@casillero/shared/contract/companies'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const columns = [
  'id',
  'name',
  'subdomain',
  'ruc',
  'address',
  'phone',
  'email',
  'logo_url as logoUrl',
  'status',
  'created_at as createdAt',
  'version',
] as const

/** The database refuses users other than the operator's admins. */
export async function listCompanies(db: Db): Promise<ManagedCompany[]> {
  const { rows } = await sql<ManagedCompany>`
    select id, name, subdomain, ruc, address, phone, email, logo_url as "logoUrl", status, created_at as "createdAt", version
    from list_companies()`.execute(db)
  return rows
}

/** A weak lock: the company's clerks can work on. */
export function lockManagedCompany(db: Db): Promise<ManagedCompany> {
  return db.selectFrom('companies').select(columns).forNoKeyUpdate().executeTakeFirstOrThrow()
}
