import type { MessageState } from '@casillero/shared/domain/message-state'
import { type RawBuilder, sql } from 'kysely'

/**
 * WhatsApp refuses some without an event, so a message unconfirmed after a day is no longer shown as sent.
 * docs/product/messages.md, "States of messages".
 */
export const shownState = (row: RawBuilder<unknown>): RawBuilder<MessageState> =>
  sql<MessageState>`(case
    when ${row}.state = 'sent' and ${row}.confirmed_at is null and ${row}.sent_at < clock_timestamp() - interval '24 hours'
    then 'unconfirmed' else ${row}.state end)`
