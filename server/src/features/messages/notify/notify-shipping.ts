import type { Db } from '../../../platform/database/database.ts'
import { enqueueMessages } from '../queue/enqueue-message.ts'
import { type MessageShipment, packageValues, shipmentValues } from '../texts/message-values.ts'
import { listNotifiable } from './notifiable-packages.ts'

/** Notifies of a delivery to the door. */
export async function notifyShipping(
  db: Db,
  notification: { invoiceId: string; packageIds: string[]; shipment: MessageShipment },
): Promise<void> {
  const notifiable = await listNotifiable(db, notification.packageIds, 'shipping')
  const [first] = notifiable
  if (!first) return
  const { template, client } = first
  const values = { ...packageValues(notifiable), ...shipmentValues(notification.shipment) }
  const eventKey = `shipping:${notification.invoiceId}`
  await enqueueMessages(db, [
    {
      eventKey,
      occasion: 'shipping',
      template,
      client,
      packages: notifiable,
      invoiceId: notification.invoiceId,
      values,
    },
  ])
}
