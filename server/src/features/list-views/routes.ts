import { listViewCatalogue } from '@casillero/shared/contract/list-views'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { serveCatalogue } from '../../platform/http/serve-catalogue.ts'
import { listViews, views } from './queries.ts'

export const listViewRoutes: Route[] = [
  serveReading(listViewCatalogue.calls.list, (db, { query }) => listViews(db, query.list)),
  ...serveCatalogue(listViewCatalogue, views),
]
