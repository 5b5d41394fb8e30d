import type { Db } from '../../platform/database/database.ts'
import { enqueueMessages } from './enqueue-message.ts'
import { packageValues, shipmentValues, type ToldShipment } from './message-values.ts'
import { listTold } from './told-packages.ts'

/** Notifies a client that their invoiced packages will be brought to the door. */
export async function tellShipping(
  db: Db,
  news: { invoiceId: string; packageIds: string[]; shipment: ToldShipment },
): Promise<void> {
  const told = await listTold(db, news.packageIds, 'shipping')
  const [first] = told
  if (!first) return
  const { template, client } = first
  const values = { ...packageValues(told), ...shipmentValues(news.shipment) }
  const eventKey = `shipping:${news.invoiceId}`
  await enqueueMessages(db, [
    {
      eventKey,
      occasion: 'shipping',
      template,
      client,
      packages: told,
      invoiceId: news.invoiceId,
      values,
    },
  ])
}
