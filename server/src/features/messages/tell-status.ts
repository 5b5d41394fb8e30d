import type { Db } from '../../platform/database.ts'
import { enqueueMessage } from './enqueue-message.ts'
import { packageValues } from './message-values.ts'
import { listTold } from './told-packages.ts'

/**
 * Tells clients that their packages have come to a status: one message per client and change, however many packages moved
 * (whatsapp decisions, "Outbox"). `changeId` is the history entry of the change, which makes the event one of its kind.
 */
export async function tellStatus(
  db: Db,
  change: { changeId: string; packageIds: string[]; statusId: string },
): Promise<void> {
  const told = await listTold(db, change.packageIds, { statusId: change.statusId })
  const byClient = Map.groupBy(told, ({ client }) => client.id)
  for (const [clientId, theirs] of byClient) {
    const [first] = theirs
    if (!first) continue
    await enqueueMessage(db, {
      eventKey: `status:${change.changeId}:${clientId}`,
      template: first.template,
      client: first.client,
      packageIds: theirs.map(({ packageId }) => packageId),
      invoiceId: null,
      values: packageValues(theirs),
    })
  }
}
