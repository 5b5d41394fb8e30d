import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** WhatsApp Business's automatic texts leave within this time after the client's message. */
const greetingSeconds = 10
/** Days. An automatic text is the same in several chats; people repeat short ones too, such as `Sí` and `Con gusto`. */
const sameTextDays = 7
const fewestWords = 3

/**
 * The last text that staff wrote on the phone, or null. Automatic, deleted and empty messages do not count, in whatever order they came.
 * docs/product/conversations.md, "Waiting and attended".
 */
export const lastPhoneWord = (conversationId: string): RawBuilder<string | null> => sql`(
  select o.written_at from conversation_messages o
  where o.conversation_id = ${conversationId} and o.is_own and o.revoked_at is null and (o.kind <> 'other' or o.body <> '')
    -- Of one that is known by its edit alone it is not known when it was written.
    and (o.edited_at is null or o.written_at < o.edited_at)
    and not exists (
      select from conversation_messages c
      where c.conversation_id = o.conversation_id and not c.is_own
        and c.written_at between o.written_at - interval '1 day' and o.written_at
        and (c.written_at >= o.written_at - ${sql.lit(greetingSeconds)} * interval '1 second'
          or c.edited_at between o.written_at - ${sql.lit(greetingSeconds)} * interval '1 second' and o.written_at))
    and not exists (
      select from conversation_messages same
      where same.is_own and md5(same.body) = md5(o.body) and same.conversation_id <> o.conversation_id
        and same.written_at between o.written_at - ${sql.lit(sameTextDays)} * interval '1 day'
          and o.written_at + ${sql.lit(sameTextDays)} * interval '1 day'
        and array_length(regexp_split_to_array(btrim(o.body), '\\s+'), 1) >= ${sql.lit(fewestWords)})
  order by o.written_at desc limit 1)`

/**
 * Says whether staff wrote, here or on the phone, after a moment or in the 30 minutes before it. docs/product/auto-answers.md, "Limits".
 */
export async function isTalking(db: Db, conversationId: string, at: string): Promise<boolean> {
  const { rows } = await sql<{ isTalking: boolean }>`
    select greatest(${lastPhoneWord(conversationId)}, (
      select max(m.created_at) from messages m where m.conversation_id = ${conversationId} and m.occasion = 'reply'
    )) > ${at}::timestamptz - interval '30 minutes' as "isTalking"`.execute(db)
  return rows[0]?.isTalking === true
}
