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
  serveReading(calls.counts, (db) => countShipments(db)),
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
