import type { Message } from '@casillero/shared/contract/messages'
import { formatDate } from '@casillero/shared/domain/business-date'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockClientMoney } from '../../clients/queries.ts'
import { isReachable } from '../queue/enqueue-message.ts'
import { accountValues } from '../texts/message-values.ts'
import { selectAccount } from './client-account-facts.ts'
import { notifyClient } from './notify-client.ts'
import { type ReminderOccasion, selectReminder } from './reminders.ts'

/** Throws if another reminder left within the week. */
export async function requireReminderDue(
  db: Db,
  clientId: string,
  occasion: ReminderOccasion,
  exceptId: string | null = null,
): Promise<void> {
  const last = await db
    .selectFrom(
      selectReminder(sql`${clientId}::uuid`, occasion, sql`coalesce(m.id = ${exceptId}::uuid, false)`).as<'r'>('r'),
    )
    .select(['r.at', 'r.nextOn', 'r.isDue'])
    .executeTakeFirst()
  if (!last?.nextOn || last.isDue) return
  throw new AppError('already_reminded', {
    values: { date: formatDate(new Date(last.at)), next: formatDate(last.nextOn) },
  })
}

/**
 * The lock lets one of many attempts write the message; the others find it. Throws `not_found`, `client_wants_no_messages`,
 * `client_without_phone`.
 */
export async function lockReminded(db: Db, clientId: string): Promise<void> {
  const { phone, messagesAllowed } = await lockClientMoney(db, clientId)
  if (!messagesAllowed) throw new AppError('client_wants_no_messages')
  if (!isReachable(phone)) throw new AppError('client_without_phone')
}

/**
 * At most once a week. Locks the client's row, so that the debt stays as it is until the message is written. docs/product/cash.md, "Debts".
 */
export async function notifyReminder(db: Db, clientId: string): Promise<Message> {
  await lockReminded(db, clientId)
  const { account } = await db
    .selectNoFrom(selectAccount(sql`${clientId}::uuid`).as('account'))
    .executeTakeFirstOrThrow()
  if (account.owed.length === 0) throw new AppError('nothing_owed')
  await requireReminderDue(db, clientId, 'reminder')
  return await notifyClient(db, {
    eventKey: `reminder:${uuidv7()}`,
    occasion: 'reminder',
    clientId,
    invoiceId: null,
    values: accountValues(account),
  })
}
