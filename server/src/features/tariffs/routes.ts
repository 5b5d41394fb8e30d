import { tariffCatalogue } from '@casillero/shared/contract/tariffs'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { serveCatalogue } from '../../platform/http/serve-catalogue.ts'
import { listTariffs, tariffs } from './queries.ts'

export const tariffRoutes: Route[] = [
  serveReading(tariffCatalogue.calls.list, (db, { query }) => listTariffs(db, query)),
  ...serveCatalogue(tariffCatalogue, tariffs),
]
