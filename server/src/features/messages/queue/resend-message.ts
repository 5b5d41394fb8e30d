import type { ErrorCode } from '@casillero/shared/contract/errors'
import type { Message } from '@casillero/shared/contract/messages'
import { resendableStates } from '@casillero/shared/domain/message-state'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockClientMoney } from '../../clients/queries.ts'
import { isToldElsewhere } from '../notify/notify-late.ts'
import { requireReminderDue } from '../notify/notify-reminder.ts'
import { getMessage } from '../queries.ts'
import { renderMessages } from '../texts/render-messages.ts'
import { newGatewayMessageId, recipientPhone } from './enqueue-message.ts'
import { shownState } from './state-of-message.ts'

const noNews: Partial<Record<string, ErrorCode>> = {
  invoice: 'invoice_message_is_no_news',
  reminder: 'nothing_owed',
  waiting: 'nothing_waiting',
}

/** Sends under a new id, because an acknowledgement of the first try can still come. docs/product/messages.md, "Staff and messages". */
export async function resendMessage(db: Db, id: string): Promise<Message> {
  const message = await db
    .selectFrom('messages as m')
    .leftJoin('clients as c', 'c.id', 'm.client_id')
    .select(shownState(sql`m`).as('state'))
    .select([
      'm.occasion',
      'm.client_id as clientId',
      'c.phone',
      'm.phone as formerPhone',
      'c.messages_allowed as isAllowed',
    ])
    .select(sql<boolean>`c.chat_known_at is not null or m.conversation_id is not null`.as('isKnown'))
    .where('m.id', '=', id)
    .forUpdate('m')
    .executeTakeFirst()
  if (!message) throw new AppError('not_found')
  if (!resendableStates.includes(message.state)) throw new AppError('message_not_resendable')
  const isAnswer = message.occasion === 'reply' || message.occasion === 'answer'
  if (!isAnswer && !message.isAllowed) throw new AppError('client_wants_no_messages')
  if (message.clientId !== null && (message.occasion === 'reminder' || message.occasion === 'waiting')) {
    // Takes the lock of a new reminder, so that the two take turns.
    await lockClientMoney(db, message.clientId)
    await requireReminderDue(db, message.clientId, message.occasion, id)
  }
  if (message.occasion === 'late' && (await isToldElsewhere(db, id))) throw new AppError('message_is_no_news')
  const rendered = (await renderMessages(db, [id])).get(id)
  if (rendered && rendered.why !== null) {
    throw new AppError(noNews[message.occasion ?? 'status'] ?? 'message_is_no_news')
  }
  await db
    .updateTable('messages')
    .set({
      state: 'queued',
      // Uses the present number, which may have been corrected.
      phone: isAnswer || message.phone === null ? message.formerPhone : recipientPhone(message.phone),
      to_stranger: !message.isKnown,
      attempts: 0,
      error: null,
      lease_until: null,
      next_at: sql`clock_timestamp()`,
      expires_at: sql`app_now() + interval '48 hours'`,
      gateway_message_id: newGatewayMessageId(),
      sent_at: null,
      confirmed_at: null,
      cancelled_by: null,
      held_at: null,
      unpriced_at: null,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
  return await getMessage(db, id)
}
