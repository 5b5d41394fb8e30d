import { listViewEndpoints } from '@casillero/shared/contract/list-views'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listViews } from './queries.ts'
import { createView, removeView, updateView } from './save-view.ts'

export const listViewRoutes: Route[] = [
  serveReading(listViewEndpoints.list, (db, { query }) => listViews(db, query.list)),
  serve(listViewEndpoints.create, (db, { body }, session) => createView(db, body, session)),
  serve(listViewEndpoints.update, (db, { params, body }, session) => updateView(db, params.id, body, session)),
  serve(listViewEndpoints.remove, (db, { params }, session) => removeView(db, params.id, session)),
]
