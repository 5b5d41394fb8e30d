import type { Message } from '@casillero/shared/contract/messages'
import type { AskedAll, Prealert } from '@casillero/shared/contract/prealerts'
import { formatDate } from '@casillero/shared/domain/business-date'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { notifyPrealert, notifyPrealerts } from '../messages/notify/notify-prealert.ts'
import { lockLate } from './prealert-view.ts'
import { lockExpected } from './save-prealerts.ts'

const readToday = async (db: Db): Promise<string> =>
  (await db.selectNoFrom(sql<string>`app_today()::text`.as('today')).executeTakeFirstOrThrow()).today

const wasAsked = ({ askableOn }: Prealert, today: string): boolean => askableOn !== null && askableOn > today

const noteAsked = (db: Db, ids: string[]) =>
  db.updateTable('prealerts').set({ asked_at: sql`app_now()` }).where('id', '=', matchAny(ids)).execute()

/** At most once in seven days. docs/product/prealerts.md, "Debieron llegar". */
export async function askClient(db: Db, id: string): Promise<Message> {
  const prealert = await lockExpected(db, id)
  if (prealert.daysLate === null || prealert.daysLate <= 0) throw new AppError('prealert_not_late')
  const { askedAt, askableOn } = prealert
  if (askedAt !== null && askableOn !== null && wasAsked(prealert, await readToday(db))) {
    throw new AppError('prealert_asked', {
      values: { date: formatDate(new Date(askedAt)), next: formatDate(askableOn) },
    })
  }
  await noteAsked(db, [id])
  return await notifyPrealert(db, { askId: uuidv7(), prealert })
}

/** Follows the rules of a single question; counts those not asked, with reasons. docs/product/prealerts.md, "Debieron llegar". */
export async function askAllClients(db: Db): Promise<AskedAll> {
  const late = await lockLate(db)
  const today = await readToday(db)
  const due = late.filter((prealert) => !wasAsked(prealert, today))
  const { asked, unwanted, unreachable } = await notifyPrealerts(db, { askId: uuidv7(), prealerts: due })
  await noteAsked(db, asked)
  return { asked: asked.length, askedBefore: late.length - due.length, unwanted, unreachable }
}
