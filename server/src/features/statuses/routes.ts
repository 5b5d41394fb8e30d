import { statusEndpoints } from '@casillero/shared/contract/statuses'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listStatuses } from './queries.ts'
import { removeStatus } from './remove-status.ts'
import { createStatus, updateStatus } from './save-status.ts'

export const statusRoutes: Route[] = [
  serveReading(statusEndpoints.list, async (db) => ({ data: await listStatuses(db) })),
  serve(statusEndpoints.create, async (db, { body }) => ({ data: await createStatus(db, body) })),
  serve(statusEndpoints.update, async (db, { params, body }) => ({ data: await updateStatus(db, params.id, body) })),
  serve(statusEndpoints.remove, async (db, { params }) => ({ data: await removeStatus(db, params.id) })),
]
