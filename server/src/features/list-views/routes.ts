import { listViewEndpoints } from '@casillero/shared/contract/list-views'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listViews } from './queries.ts'
import { createView, removeView, updateView } from './save-view.ts'

export const listViewRoutes: Route[] = [
  serveReading(listViewEndpoints.list, async (db, { query }) => ({ data: await listViews(db, query.list) })),
  serve(listViewEndpoints.create, async (db, { body }, session) => ({ data: await createView(db, body, session) })),
  serve(listViewEndpoints.update, async (db, { params, body }, session) => ({
    data: await updateView(db, params.id, body, session),
  })),
  serve(listViewEndpoints.remove, async (db, { params }, session) => ({
    data: await removeView(db, params.id, session),
  })),
]
