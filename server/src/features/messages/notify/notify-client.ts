import type { Message } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getMessage } from '../queries.ts'
import { enqueueMessages, type Notification } from '../queue/enqueue-message.ts'

/** What becomes of a voucher. */
export type VoucherOccasion = 'voucher_received' | 'voucher_accepted' | 'voucher_rejected'

/** No package is part of these. */
export type ClientOccasion = Extract<
  Notification['occasion'],
  'invoice' | 'statement' | 'reminder' | 'access' | 'prealert' | 'welcome' | 'phone_added' | VoucherOccasion
>

/** Finds what a message to the clients needs. */
export const findRecipients = (db: Db, clientIds: string[], occasion: ClientOccasion) =>
  db
    .selectFrom('clients as c')
    .innerJoin('templates as t', (join) => join.on('t.key', '=', occasion))
    .select([
      'c.id',
      'c.first_name as firstName',
      'c.last_names as lastNames',
      'c.casillero',
      'c.phone',
      'c.messages_allowed as messagesAllowed',
      sql<boolean>`c.chat_known_at is not null`.as('isKnown'),
      't.id as templateId',
      sql<string>`coalesce(t.custom_content, t.default_content)`.as('content'),
    ])
    .where('c.id', '=', matchAny(clientIds))
    .where('c.deleted_at', 'is', null)
    .execute()

type News = Pick<Notification, 'eventKey' | 'values' | 'invoiceId'> & {
  clientId: string
  occasion: ClientOccasion
  link?: string
  holdSeconds?: number
}

/** They reach a client who wants no notices: who has the number must know who comes in. */
const always: ReadonlySet<ClientOccasion> = new Set(['access', 'phone_added'])

/**
 * Throws `client_wants_no_messages` instead of writing a cancelled message, because the user can be told.
 * docs/product/messages.md, "What is notified".
 */
export async function notifyClient(db: Db, { clientId, ...news }: News): Promise<Message> {
  const [recipient] = await findRecipients(db, [clientId], news.occasion)
  if (!recipient) throw new AppError('not_found')
  const { templateId, content, ...known } = recipient
  const isByStaff = news.eventKey.startsWith('access:')
  // A link is neither notice nor first contact; one that may have been asked for by an unknown caller waits for its turn among those.
  const client = always.has(news.occasion)
    ? { ...known, messagesAllowed: true, isKnown: known.isKnown || isByStaff }
    : known
  if (!client.messagesAllowed) throw new AppError('client_wants_no_messages')
  await enqueueMessages(db, [{ ...news, template: { id: templateId, content }, client, packages: [] }])
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('event_key', '=', news.eventKey)
    .executeTakeFirstOrThrow()
  return await getMessage(db, id)
}
