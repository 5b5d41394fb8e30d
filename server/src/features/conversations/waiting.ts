import { countOpenSeconds } from '@casillero/shared/domain/opening-time'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { getCompanySettings } from '../company/queries.ts'
import { lastPhoneWord } from './phone-answers.ts'

/**
 * Computes the state from all messages, because they may arrive in any order. A message waits until it is attended here, or staff wrote
 * after it on the phone. docs/product/conversations.md, "Waiting and attended".
 */
export async function settle(db: Db, id: string): Promise<void> {
  await sql`
    update conversations v
    set waiting_count = waiting.count,
        waiting_since = case when waiting.count > 0 then coalesce(v.waiting_since, clock_timestamp()) end,
        last_kind = coalesce(last.kind, v.last_kind), last_text = coalesce(left(last.body, 200), v.last_text),
        last_incoming_at = coalesce(last.written_at, v.last_incoming_at)
    from (select count(*)::int as count from conversation_messages m
          where m.conversation_id = ${id} and not m.is_own and m.waits_from > coalesce(${lastPhoneWord(id)}, '-infinity')) waiting
    left join (select m.kind, m.body, m.written_at from conversation_messages m
               where m.conversation_id = ${id} and not m.is_own and (m.kind <> 'other' or m.body <> '' or m.revoked_at is null)
               order by m.written_at desc, m.id desc limit 1) last on true
    where v.id = ${id}`.execute(db)
}

/**
 * Seconds for which the client has waited, in the opening hours of now: written beside the answer, a later change of the hours changes no
 * figure of the past. docs/product/reports.md, "Conversations".
 */
export async function countWaited(db: Db, id: string): Promise<number | null> {
  const chat = await db
    .selectFrom('conversations')
    .select(['waiting_since', sql<string>`app_now()`.as('now')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!chat || chat.waiting_since === null) return null
  const { openingHours } = await getCompanySettings(db)
  return countOpenSeconds(openingHours, new Date(chat.waiting_since), new Date(chat.now))
}

/** Also what an answer on the phone attended, because staff may delete that. */
export async function attend(db: Db, id: string, userId: string): Promise<void> {
  await db
    .updateTable('conversation_messages')
    .set({ waits_from: null })
    .where('conversation_id', '=', id)
    .where('waits_from', 'is not', null)
    .execute()
  await db
    .updateTable('conversations')
    .set({
      waiting_since: null,
      waiting_count: 0,
      attended_by: userId,
      attended_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('waiting_since', 'is not', null)
    .execute()
}

/** Marks a message that needs no person. */
export async function attendMessage(db: Db, messageId: string): Promise<void> {
  await db.updateTable('conversation_messages').set({ waits_from: null }).where('id', '=', messageId).execute()
}

/** Makes the client's last message wait. */
export async function letWait(db: Db, id: string): Promise<void> {
  await db
    .updateTable('conversation_messages')
    .set({ waits_from: sql<string>`app_now()` })
    .where('id', '=', (rows) =>
      rows
        .selectFrom('conversation_messages')
        .select('id')
        .where('conversation_id', '=', id)
        .where('is_own', '=', false)
        .orderBy('written_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .execute()
  await settle(db, id)
}
