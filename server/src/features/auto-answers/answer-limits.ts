import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Answers to one client in 24 hours. */
const mostADay = 10

/** An answer of the last 24 hours. */
type RecentAnswer = { rule: string | null; isOfThisMinute: SqlBool }

/** Newest first, including those to the client in other conversations. */
export const listRecentAnswers = (db: Db, conversationId: string, clientId: string | null): Promise<RecentAnswer[]> =>
  db
    .selectFrom('messages')
    .select(['answer_rule as rule', sql<SqlBool>`created_at > app_now() - interval '1 minute'`.as('isOfThisMinute')])
    .where('answer_rule', 'is not', null)
    .where('created_at', '>', sql<string>`app_now() - interval '1 day'`)
    .where((where) =>
      where.or([
        where('conversation_id', '=', conversationId),
        ...(clientId === null ? [] : [where('client_id', '=', clientId)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Says whether one more answer today is too many. */
export const isDaySpent = (answers: readonly RecentAnswer[]): boolean => answers.length >= mostADay

/** Detects three repeats in a row: another robot, or a person whom no answer helps. */
export async function repeatsItself(db: Db, conversationId: string): Promise<boolean> {
  const { rows } = await sql<{ repeats: boolean }>`
    select exists (
      select from (
        select m.text, lag(m.text) over (order by m.id) as before, lag(m.text, 2) over (order by m.id) as "long before"
        from (select id, lower(btrim(body)) as text from conversation_messages
              where conversation_id = ${conversationId} and not is_own and body <> '' and created_at > app_now() - interval '1 day'
              order by id desc limit 200) m) rows
      where rows.text = rows.before and rows.text = rows."long before") as repeats`.execute(db)
  return rows[0]?.repeats === true
}
