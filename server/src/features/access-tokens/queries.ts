import type { AccessToken } from '@casillero/shared/contract/access-tokens'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Includes expired tokens. */
const living = (db: Db) =>
  db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.name',
      'u.full_name as userName',
      't.is_read_only as isReadOnly',
      't.created_at as createdAt',
      't.expires_at as expiresAt',
      't.last_used_at as lastUsedAt',
    ])
    .select(sql<boolean>`t.expires_at <= app_now()`.as('isExpired'))
    .where('t.ended_at', 'is', null)

/** There are so few that they need no pages. */
export async function listTokens(db: Db): Promise<AccessToken[]> {
  return await living(db).orderBy('t.id', 'desc').execute()
}

export async function countTokens(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('access_tokens')
    .select(sql<number>`count(*)`.as('count'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertToken(
  db: Db,
  token: { name: string; isReadOnly: boolean; hash: Buffer; expiresAt: RawBuilder<string> },
): Promise<AccessToken> {
  const { id } = await db
    .insertInto('access_tokens')
    .values({
      name: token.name,
      is_read_only: token.isReadOnly,
      token_hash: token.hash,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return await living(db).where('t.id', '=', id).executeTakeFirstOrThrow()
}

/** Returns false if there is none left to end. */
export async function endToken(db: Db, id: string): Promise<boolean> {
  const ended = await db
    .updateTable('access_tokens')
    .set({ ended_at: sql`app_now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Returns false if it was used or has ended. */
export async function renewToken(db: Db, id: string, hash: Buffer): Promise<boolean> {
  const renewed = await db
    .updateTable('access_tokens')
    .set({ token_hash: hash })
    .where('id', '=', id)
    .where('user_id', '=', sql<string>`current_user_id()`)
    .where('ended_at', 'is', null)
    .where('last_used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}
