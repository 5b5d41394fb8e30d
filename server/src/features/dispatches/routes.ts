import { dispatchEndpoints } from '@casillero/shared/contract/dispatches'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { redrawPhoto } from '../../platform/http/picture.ts'
import { serveDrawn } from '../../platform/http/serve-drawn.ts'
import { deliverShipment } from './deliver-shipment.ts'
import { getDispatchPaper, getShippingLabels } from './dispatch-papers.ts'
import { getDispatch, listCarriers, listDispatches } from './dispatch-view.ts'
import { linkPhoto, setReceipt } from './receipts.ts'
import { sendDispatch } from './send-dispatch.ts'
import { countShipments, listShipments } from './shipment-rows.ts'
import { undoDispatch } from './undo-dispatch.ts'

const calls = dispatchEndpoints

export const dispatchRoutes: Route[] = [
  serveReading(calls.shipments, (db, { query }) => listShipments(db, query)),
  serveReading(calls.counts, async (db) => ({ data: await countShipments(db) })),
  serve(calls.deliver, async (db, { params }, session) => ({ data: await deliverShipment(db, params.id, session) })),
  serveFile(calls.labels, (db, { query }) => getShippingLabels(db, query.ids)),
  serveFile(calls.document, (db, { params }) => getDispatchPaper(db, params.id)),
  serveReading(calls.carriers, async (db) => ({ data: await listCarriers(db) })),
  serveReading(calls.list, (db, { query }) => listDispatches(db, query)),
  serveReading(calls.get, async (db, { params }) => ({ data: await getDispatch(db, params.id) })),
  serveDrawn(
    calls.create,
    'photo',
    redrawPhoto,
    async (db, { body, origin }, session, photo) => ({
      data: await sendDispatch(db, body, { session, photo: photo && linkPhoto(photo, origin) }),
    }),
    ({ data }) => new AppError('dispatch_already_made', { values: { number: data.companyDispatchId } }),
  ),
  serveDrawn(calls.setReceipt, 'photo', redrawPhoto, async (db, { params, body, origin }, _session, photo) => ({
    data: await setReceipt(db, { id: params.id, version: body.version, photo: photo && linkPhoto(photo, origin) }),
  })),
  serve(calls.undo, async (db, { params }, session) => ({ data: await undoDispatch(db, params.id, session) })),
]
