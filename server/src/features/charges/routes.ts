import { chargeCatalogue } from '@casillero/shared/contract/charges'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { serveCatalogue } from '../../platform/http/serve-catalogue.ts'
import { charges, listCharges } from './queries.ts'

export const chargeRoutes: Route[] = [
  serveReading(chargeCatalogue.calls.list, (db, { query }) => listCharges(db, query.includeInactive ?? false)),
  ...serveCatalogue(chargeCatalogue, charges),
]
