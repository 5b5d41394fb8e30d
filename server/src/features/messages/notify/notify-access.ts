import type { Message } from '@casillero/shared/contract/messages'
import type { Db } from '../../../platform/database/database.ts'
import { accessValues } from '../texts/message-values.ts'
import { notifyClient } from './notify-client.ts'

/** Also sent to clients who want no messages, because they ask for it. docs/product/client-pages.md, "Way in". */
export const notifyAccess = (
  db: Db,
  clientId: string,
  link: { id: string; url: string; isByStaff: boolean },
): Promise<Message> =>
  notifyClient(db, {
    // What clients ask for themselves leaves after what staff send.
    eventKey: `${link.isByStaff ? 'access' : 'asked'}:${link.id}`,
    occasion: 'access',
    clientId,
    invoiceId: null,
    link: link.url,
    values: accessValues(link.url),
  })
