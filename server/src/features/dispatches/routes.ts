import { dispatchEndpoints, type InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { redrawPhoto } from '../../platform/http/picture.ts'
import { serveDrawn } from '../../platform/http/serve-drawn.ts'
import { handOver } from '../handovers/hand-over.ts'
import { getDispatchPaper, getShippingLabels } from './dispatch-papers.ts'
import { getDispatch, listCarriers, listDispatches } from './dispatch-view.ts'
import { previewDispatch } from './preview-dispatch.ts'
import { linkPhoto, setReceipt } from './receipts.ts'
import { sendDispatch } from './send-dispatch.ts'
import { countShipments, getShipment, listPlaces, listShipments, selectAway } from './shipment-rows.ts'
import { undoDispatch } from './undo-dispatch.ts'

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

/** Ignores pending amounts, because payment was asked for on dispatch. docs/product/dispatches.md, "Arrival". */
async function deliverShipment(db: Db, id: string, session: Session): Promise<InvoiceShipment> {
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

const calls = dispatchEndpoints

export const dispatchRoutes: Route[] = [
  serveReading(calls.shipments, (db, { query }) => listShipments(db, query)),
  serveReading(calls.counts, (db) => countShipments(db)),
  serveReading(calls.places, (db) => listPlaces(db)),
  serveReading(calls.sending, (db, { query }) => previewDispatch(db, query.ids, query.statusId)),
  serve(calls.deliver, (db, { params }, session) => deliverShipment(db, params.id, session)),
  serveFile(calls.labels, (db, { query }) => getShippingLabels(db, query.ids)),
  serveFile(calls.document, (db, { params }) => getDispatchPaper(db, params.id)),
  serveReading(calls.carriers, (db) => listCarriers(db)),
  serveReading(calls.list, (db, { query }) => listDispatches(db, query)),
  serveReading(calls.get, (db, { params }) => getDispatch(db, params.id)),
  serveDrawn(
    calls.create,
    'photo',
    redrawPhoto,
    (db, { body, origin }, session, photo) =>
      sendDispatch(db, body, { session, photo: photo && linkPhoto(photo, origin) }),
    ({ data }) => new AppError('dispatch_already_made', { values: { number: data.companyDispatchId } }),
  ),
  serveDrawn(calls.setReceipt, 'photo', redrawPhoto, (db, { params, body, origin }, _session, photo) =>
    setReceipt(db, { id: params.id, version: body.version, photo: photo && linkPhoto(photo, origin) }),
  ),
  serve(calls.undo, (db, { params }, session) => undoDispatch(db, params.id, session)),
]
