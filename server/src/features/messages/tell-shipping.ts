import type { Db } from '../../platform/database.ts'
import { enqueueMessage } from './enqueue-message.ts'
import { packageValues, shipmentValues, type ToldShipment } from './message-values.ts'
import { listTold } from './told-packages.ts'

/** Tells a client that their invoiced packages will be brought to the door. */
export async function tellShipping(
  db: Db,
  news: { invoiceId: string; packageIds: string[]; shipment: ToldShipment },
): Promise<void> {
  const told = await listTold(db, news.packageIds, 'shipping')
  const [first] = told
  if (!first) return
  await enqueueMessage(db, {
    eventKey: `shipping:${news.invoiceId}`,
    template: first.template,
    client: first.client,
    packageIds: news.packageIds,
    invoiceId: news.invoiceId,
    values: { ...packageValues(told), ...shipmentValues(news.shipment) },
  })
}
