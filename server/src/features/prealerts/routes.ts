import { prealertEndpoints as calls } from '@casillero/shared/contract/prealerts'
import { type Route, serve, serveFile, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { addInvoice } from './add-invoice.ts'
import { askAllClients, askClient } from './ask-client.ts'
import { countPrealerts, getInvoiceFile, getPrealert, listPrealerts } from './prealert-view.ts'
import { cancelPrealert, createPrealert, updatePrealert } from './save-prealerts.ts'

export const prealertRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listPrealerts(db, query)),
  serveReading(calls.counts, (db) => countPrealerts(db)),
  serveReading(calls.get, (db, { params }) => getPrealert(db, params.id)),
  serveFile(calls.file, (db, { params }) => getInvoiceFile(db, params.id)),
  serveInSteps(calls.addFile, (asCaller, { params, body, file }, _once, party) =>
    addInvoice(asCaller, params.id, { content: body.content, file, party }),
  ),
  serve(calls.create, (db, { body }) => createPrealert(db, body)),
  serve(calls.update, (db, { params, body }) => updatePrealert(db, params.id, body)),
  serve(calls.remove, (db, { params }) => cancelPrealert(db, params.id)),
  serve(calls.ask, (db, { params }) => askClient(db, params.id)),
  serve(calls.askAll, (db) => askAllClients(db)),
]
