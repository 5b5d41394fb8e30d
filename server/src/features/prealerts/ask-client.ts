import type { Message } from '@casillero/shared/contract/messages'
import { formatDate } from '@casillero/shared/domain/business-date'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { notifyPrealert } from '../messages/notify-prealert.ts'
import { lockExpected } from './save-prealert.ts'

/**
 * Asks a client about a purchase that should have arrived, at most once in seven days. Throws `prealert_not_late`, `prealert_asked`,
 * `client_wants_no_messages`, and what `lockExpected` throws.
 * docs/product/prealerts.md, "Debieron llegar".
 */
export async function askClient(db: Db, id: string): Promise<Message> {
  const prealert = await lockExpected(db, id)
  if (prealert.daysLate === null || prealert.daysLate <= 0) throw new AppError('prealert_not_late')
  const { today } = await db.selectNoFrom(sql<string>`app_today()::text`.as('today')).executeTakeFirstOrThrow()
  const { askedAt, askableOn } = prealert
  if (askedAt !== null && askableOn !== null && askableOn > today) {
    throw new AppError('prealert_asked', {
      values: { date: formatDate(new Date(askedAt)), next: formatDate(askableOn) },
    })
  }
  await db.updateTable('prealerts').set({ asked_at: sql`app_now()` }).where('id', '=', id).execute()
  return await notifyPrealert(db, { askId: uuidv7(), prealert })
}
