import { waitingEndpoints } from '@casillero/shared/contract/waiting'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { notifyWaiting } from '../messages/notify/notify-waiting.ts'
import { listWaitingClients, sumWaiting } from './queries.ts'

export const waitingRoutes: Route[] = [
  serveReading(waitingEndpoints.list, (db, { query }) => listWaitingClients(db, query)),
  serveReading(waitingEndpoints.totals, (db) => sumWaiting(db)),
  serve(waitingEndpoints.remind, (db, { params }) => notifyWaiting(db, params.id)),
]
