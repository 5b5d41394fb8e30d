import { sql } from 'kysely'
import type { Db, Session } from '../../../platform/database/database.ts'

/** Held for an admin, because they had not left when the restored copy was made. */
export const isHeld = sql<boolean>`(state = 'queued' and held_at is not null)`

/** docs/product/messages.md, "After a restore". */
export async function releaseMessages(
  db: Db,
  action: 'send' | 'discard',
  { userName }: Pick<Session, 'userName'>,
): Promise<number> {
  const now = sql<string>`clock_timestamp()`
  const released = await db
    .updateTable('messages')
    .set(
      action === 'send'
        ? { held_at: null, error: null, updated_at: now }
        : { state: 'cancelled', error: `Descartado por ${userName}`, cancelled_by: userName, updated_at: now },
    )
    .where(isHeld)
    .returning('id')
    .execute()
  return released.length
}
