import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { bodyOfMessage } from '../messages/queries.ts'

/** Screens report typing every three seconds. */
const replyingSeconds = 8

/** Throws `not_found`. */
export async function requireConversation(db: Db, id: string): Promise<void> {
  const chat = await db.selectFrom('conversations').select('id').where('id', '=', id).executeTakeFirst()
  if (!chat) throw new AppError('not_found')
}

/** Throws `not_found`, `number_hidden`. */
export async function requireAnswerable(db: Db, id: string): Promise<void> {
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

/** Of the user `u`: the first name, or the full name if two users share a first name. */
export const shortName = sql<string>`
  case when exists (select from users o where o.id <> u.id and o.deleted_at is null and lower(o.first_name) = lower(u.first_name))
       then u.full_name else u.first_name end`

export async function listRepliers(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${shortName} as name
    from conversation_repliers r join users u on u.id = r.user_id
    where r.conversation_id = ${id} and r.until > app_now() and r.user_id <> current_user_id()
    order by 1, u.id`.execute(db)
  return rows.map(({ name }) => name)
}

/** Those who may answer: `release_conversations` takes from all others what is for them. */
const mayAnswer = sql<SqlBool>`u.deleted_at is null and u.status = 'active' and u.type <> 'viewer'
  and (u.type = 'admin' or not 'conversations' = any (u.denials))`

export async function listColleagues(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${shortName} as name from users u where ${mayAnswer} order by lower(${shortName}), u.id`.execute(db)
  return rows
}

/** Locked, so that a user who is deactivated meanwhile loses it. Throws `not_found`, `not_colleague`. */
export async function lockColleague(db: Db, id: string): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select ${mayAnswer} as may from users u where u.id = ${id} for share`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  if (!found.may) throw new AppError('not_colleague')
}

const askedSeconds = 20
const shownLetters = 120

/**
 * Needs the lock of the conversation, so that of two at the same moment the second one sees the first. Throws `answered_meanwhile`.
 * docs/product/conversations.md, "Answering".
 */
export async function requireUnanswered(db: Db, id: string, lastSeenReplyId: string | null): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; seconds: number; text: string }>`
    select m.id, ${shortName} as name, ${bodyOfMessage} as text,
      greatest(1, floor(extract(epoch from app_now() - m.created_at)))::int as seconds
    from messages m join users u on u.id = m.author_id
    where m.conversation_id = ${id} and m.occasion = 'reply' and m.author_id <> current_user_id()
      and m.created_at > app_now() - ${askedSeconds} * interval '1 second'
    order by m.created_at desc, m.id desc limit 1`.execute(db)
  const [last] = rows
  if (last === undefined || last.id === lastSeenReplyId) return
  const letters = [...last.text]
  const text = letters.length > shownLetters ? `${letters.slice(0, shownLetters).join('')}…` : last.text
  throw new AppError('answered_meanwhile', {
    values: { name: last.name, seconds: last.seconds, text },
    details: { replyId: last.id },
  })
}
