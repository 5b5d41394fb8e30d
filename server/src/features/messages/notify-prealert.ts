import type { Message } from '@casillero/shared/contract/messages'
import type { Prealert } from '@casillero/shared/contract/prealerts'
import type { Db } from '../../platform/database/database.ts'
import { type AnnouncedPurchase, prealertValues } from './message-values.ts'
import { notifyClient } from './notify-client.ts'

/**
 * Asks a client about a purchase that they announced. Throws `not_found`, `client_wants_no_messages`.
 * docs/product/prealerts.md, "Debieron llegar".
 *
 * @param asked the purchase, and an id of this question
 */
export const notifyPrealert = (
  db: Db,
  { askId, prealert }: { askId: string; prealert: AnnouncedPurchase & Pick<Prealert, 'id' | 'client'> },
): Promise<Message> =>
  notifyClient(db, {
    // The text of the moment finds the purchase by its id in here.
    eventKey: `prealert:${prealert.id}:${askId}`,
    occasion: 'prealert',
    clientId: prealert.client.id,
    invoiceId: null,
    values: prealertValues(prealert),
  })
