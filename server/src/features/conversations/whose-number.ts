import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export type Writer = {
  clientId: string | null
  isShared: boolean
  /** docs/product/sign-up.md, "¿No fue usted?". */
  isHeld: boolean
}

/** docs/product/conversations.md, "Numbers". */
export async function settleWriter(db: Db, conversationId: string): Promise<Writer> {
  await sql`select settle_conversations(company_id, array[phone]) from conversations where id = ${conversationId}`.execute(
    db,
  )
  return await db
    .selectFrom('conversations')
    .select('client_id as clientId')
    .select(
      sql<boolean>`client_id is null and exists (select from list_number_owners(company_id, phone))`.as('isShared'),
    )
    .select(sql<boolean>`exists (select from clients c where c.id = client_id and c.held_at is not null)`.as('isHeld'))
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
}

/** Tries of one number in 24 hours. */
const mostTries = 5
/** “Para vincular numero: VINCULAR 7K4P2M” has two that may be codes. */
const mostInText = 3

/**
 * Returns true if a code written from the number proved whose it is. If a client has the number already, the code is an ordinary text.
 * docs/product/conversations.md, "Numbers".
 */
export async function proveNumber(db: Db, conversationId: string, text: string): Promise<boolean> {
  const found = text.matchAll(/\bvincular\W+(?=([a-z\d]{6})\b)/gi)
  const codes = [...found].map(([, code = '']) => code.toUpperCase()).slice(0, mostInText)
  if (codes.length === 0) return false
  const proven = await db
    .updateTable('clients')
    .from('conversations as v')
    .set({ second_phone_proven_at: sql`app_now()` })
    .where('v.id', '=', conversationId)
    .where('clients.deleted_at', 'is', null)
    .where('clients.held_at', 'is', null)
    .where(sql<boolean>`clients.second_phone = any (number_keys(v.phone))`)
    .where('clients.second_phone_code', 'in', codes)
    .where('clients.second_phone_code_until', '>', sql<string>`app_now()`)
    .where(sql<boolean>`not exists (select from list_number_owners(v.company_id, v.phone))`)
    .where(
      sql<boolean>`(select count(*) from conversation_messages m where m.conversation_id = v.id and not m.is_own
        and (m.edited_at is not null or m.body ~* 'vincular') and m.created_at > app_now() - interval '1 day') <= ${mostTries}`,
    )
    .returning('clients.second_phone_proven_at as at')
    .executeTakeFirst()
  return proven !== undefined && proven.at !== null
}
