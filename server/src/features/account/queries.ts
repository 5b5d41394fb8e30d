import type { AccountSession } from '@casillero/shared/contract/account'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export async function listOwnSessions(db: Db, currentId: string): Promise<AccountSession[]> {
  const { rows } = await sql<Omit<AccountSession, 'isCurrent'>>`
    select id, address, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
    from own_sessions()`.execute(db)
  return rows.map((session) => ({ ...session, isCurrent: session.id === currentId }))
}

export async function getOwnAccount(db: Db, userId: string) {
  return await db
    .selectFrom('users')
    .select(['email', 'phone', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
