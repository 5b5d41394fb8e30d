import { searchEndpoints } from '@casillero/shared/contract/search'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { findAnything } from './queries.ts'

export const searchRoutes: Route[] = [
  serveReading(searchEndpoints.search, (db, { query }) => findAnything(db, query.q)),
]
