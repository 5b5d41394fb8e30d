import { statusCatalogue } from '@casillero/shared/contract/statuses'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { serveCatalogue } from '../../platform/http/serve-catalogue.ts'
import { listStatuses, statuses } from './queries.ts'

export const statusRoutes: Route[] = [
  serveReading(statusCatalogue.calls.list, listStatuses),
  ...serveCatalogue(statusCatalogue, statuses),
]
