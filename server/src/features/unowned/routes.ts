import { unownedEndpoints } from '@casillero/shared/contract/unowned'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { assignOwner } from './assign-owner.ts'
import { countUnowned, listUnowned } from './queries.ts'

export const unownedRoutes: Route[] = [
  serveReading(unownedEndpoints.list, (db, { query }) => listUnowned(db, query)),
  serveReading(unownedEndpoints.count, async (db) => ({ count: await countUnowned(db) })),
  serve(unownedEndpoints.assign, (db, { params, body }, session) => assignOwner(db, params.id, body, session)),
]
