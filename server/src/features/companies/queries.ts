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

/** Every company of the installation by name; the database refuses every user who is no admin of the operator. */
export async function listCompanies(db: Db): Promise<ManagedCompany[]> {
  const { rows } = await sql<ManagedCompany>`
    select id, name, subdomain, ruc, address, phone, email, logo_url as "logoUrl", status, created_at as "createdAt", version
    from list_companies()`.execute(db)
  return rows
}

/** The company that the transaction is in, with its row lock, which lets its clerks work on. */
export function lockManagedCompany(db: Db): Promise<ManagedCompany> {
  return db.selectFrom('companies').select(columns).forNoKeyUpdate().executeTakeFirstOrThrow()
}
