import { statusEndpoints } from '@casillero/shared/contract/statuses'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listStatuses } from './queries.ts'
import { removeStatus } from './remove-status.ts'
import { createStatus, updateStatus } from './save-status.ts'

export const statusRoutes: Route[] = [
  serveReading(statusEndpoints.list, (db) => listStatuses(db)),
  serve(statusEndpoints.create, (db, { body }) => createStatus(db, body)),
  serve(statusEndpoints.update, (db, { params, body }) => updateStatus(db, params.id, body)),
  serve(statusEndpoints.remove, (db, { params }) => removeStatus(db, params.id)),
]
