import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** Screens report typing every three seconds. */
const replyingSeconds = 8

/** Throws `not_found`, `number_hidden`. */
async function requireAnswerable(db: Db, id: string): Promise<void> {
  const chat = await db.selectFrom('conversations').select('phone').where('id', '=', id).executeTakeFirst()
  if (!chat) throw new AppError('not_found')
  if (chat.phone === null) throw new AppError('number_hidden')
}

/** Has its own table, because a write to the conversation would raise its version. docs/product/conversations.md, "Answering". */
export async function noteReplying(db: Db, id: string, isReplying: boolean): Promise<void> {
  await requireAnswerable(db, id)
  if (!isReplying) {
    await db
      .updateTable('conversation_repliers')
      .set({ until: sql`app_now()` })
      .where('conversation_id', '=', id)
      .where('user_id', '=', sql<string>`current_user_id()`)
      .execute()
    return
  }
  const until = sql<string>`app_now() + ${replyingSeconds} * interval '1 second'`
  await db
    .insertInto('conversation_repliers')
    .values({ conversation_id: id, until })
    .onConflict((row) => row.columns(['company_id', 'conversation_id', 'user_id']).doUpdateSet({ until }))
    .execute()
}

/** Returns first names; full names if two users share a first name. */
export async function listRepliers(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select case when exists (select from users o where o.id <> u.id and o.deleted_at is null and lower(o.first_name) = lower(u.first_name))
                then u.full_name else u.first_name end as name
    from conversation_repliers r join users u on u.id = r.user_id
    where r.conversation_id = ${id} and r.until > app_now() and r.user_id <> current_user_id()
    order by 1, u.id`.execute(db)
  return rows.map(({ name }) => name)
}
