import type { InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { handOver } from '../handovers/hand-over.ts'
import { getShipment, selectAway } from './shipment-rows.ts'

const findSent = (db: Db, id: string) =>
  db
    .selectFrom('invoice_shipments as s')
    .innerJoin('invoices as v', 'v.id', 's.invoice_id')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .innerJoin('dispatch_shipments as l', (join) =>
      join.onRef('l.shipment_id', '=', 's.id').on('l.undone_at', 'is', null),
    )
    .innerJoin('dispatches as d', 'd.id', 'l.dispatch_id')
    .select(['c.id as clientId', 'd.company_dispatch_id as number', 'd.carrier', 'v.company_invoice_id as invoice'])
    .select([sql<string>`c.first_name || ' ' || c.last_names`.as('clientName'), selectAway(sql`v.id`).as('packageIds')])
    .where('s.id', '=', id)
    .forUpdate('s')
    .executeTakeFirst()

/** Whatever is pending: payment was asked for when it left. docs/product/dispatches.md, "Arrival". */
export async function deliverShipment(db: Db, id: string, session: Session): Promise<InvoiceShipment> {
  const sent = await findSent(db, id)
  if (!sent) throw new AppError('not_found')
  if (sent.packageIds.length === 0) throw new AppError('shipment_delivered', { values: { invoice: sent.invoice } })
  const draft = {
    clientId: sent.clientId,
    packageIds: sent.packageIds,
    receivedBy: { name: sent.clientName.slice(0, 120), cedula: null },
    signature: null,
    note: `Despacho #${sent.number} · ${sent.carrier}`,
    reason: null,
    keepReceiver: null,
  }
  await handOver(db, draft, session, { isSent: true })
  return await getShipment(db, id)
}
