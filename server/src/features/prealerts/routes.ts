import { prealertEndpoints as calls } from '@casillero/shared/contract/prealerts'
import { type Route, serve, serveFile, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { addInvoice } from './add-invoice.ts'
import { askAllClients, askClient } from './ask-client.ts'
import { countPrealerts, getInvoiceFile, getPrealert, listPrealerts } from './prealert-view.ts'
import { cancelPrealert, createPrealert, updatePrealert } from './save-prealerts.ts'

export const prealertRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listPrealerts(db, query)),
  serveReading(calls.counts, async (db) => ({ data: await countPrealerts(db) })),
  serveReading(calls.get, async (db, { params }) => ({ data: await getPrealert(db, params.id) })),
  serveFile(calls.file, (db, { params }) => getInvoiceFile(db, params.id)),
  serveInSteps(calls.addFile, async (asCaller, { params, body, file }, _once, party) => ({
    data: await addInvoice(asCaller, params.id, { content: body.content, file, party }),
  })),
  serve(calls.create, async (db, { body }) => ({ data: await createPrealert(db, body) })),
  serve(calls.update, async (db, { params, body }) => ({ data: await updatePrealert(db, params.id, body) })),
  serve(calls.remove, async (db, { params }) => ({ data: await cancelPrealert(db, params.id) })),
  serve(calls.ask, async (db, { params }) => ({ data: await askClient(db, params.id) })),
  serve(calls.askAll, async (db) => ({ data: await askAllClients(db) })),
]
