import type { SessionCompany } from '@casillero/shared/contract/auth'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** For links in messages, which leave without a request. */
export async function notePagesOrigin(db: Db, origin: string): Promise<void> {
  await sql`select note_pages_origin(${origin})`.execute(db)
}

export function getOwnCompany(db: Db): Promise<SessionCompany> {
  return db.selectFrom('companies').select(['id', 'name', 'subdomain', 'logo_url as logoUrl']).executeTakeFirstOrThrow()
}
