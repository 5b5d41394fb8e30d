import type { Message } from '@casillero/shared/contract/messages'
import type { Prealert } from '@casillero/shared/contract/prealerts'
import type { Db } from '../../../platform/database/database.ts'
import { enqueueMessages, isReachable, type Notification } from '../queue/enqueue-message.ts'
import { type AnnouncedPurchase, prealertValues } from '../texts/message-values.ts'
import { findRecipients, notifyClient } from './notify-client.ts'

type Questioned = AnnouncedPurchase & Pick<Prealert, 'id' | 'client'>

const buildQuestion = (askId: string, prealert: Questioned) => ({
  eventKey: `prealert:${prealert.id}:${askId}`,
  occasion: 'prealert' as const,
  invoiceId: null,
  values: prealertValues(prealert),
})

/**
 * docs/product/prealerts.md, "Debieron llegar".
 * @param asked the purchase, and an id of this question
 */
export const notifyPrealert = (
  db: Db,
  { askId, prealert }: { askId: string; prealert: Questioned },
): Promise<Message> => notifyClient(db, { ...buildQuestion(askId, prealert), clientId: prealert.client.id })

type Asked = { asked: string[]; unwanted: number; unreachable: number }

/**
 * Leaves out and counts clients who want no messages, or whose phone takes none. docs/product/prealerts.md, "Debieron llegar".
 * @returns the ids of the purchases about which clients were asked
 */
export async function notifyPrealerts(
  db: Db,
  { askId, prealerts }: { askId: string; prealerts: readonly Questioned[] },
): Promise<Asked> {
  const clientIds = [...new Set(prealerts.map(({ client }) => client.id))]
  const recipients = new Map((await findRecipients(db, clientIds, 'prealert')).map((one) => [one.id, one]))
  const result: Asked = { asked: [], unwanted: 0, unreachable: 0 }
  const notifications: Notification[] = []
  for (const prealert of prealerts) {
    const recipient = recipients.get(prealert.client.id)
    if (recipient?.messagesAllowed === false) result.unwanted += 1
    else if (!recipient || !isReachable(recipient.phone)) result.unreachable += 1
    else {
      const { templateId, content, ...client } = recipient
      const template = { id: templateId, content }
      notifications.push({ ...buildQuestion(askId, prealert), template, client, packages: [] })
      result.asked.push(prealert.id)
    }
  }
  await enqueueMessages(db, notifications)
  return result
}
