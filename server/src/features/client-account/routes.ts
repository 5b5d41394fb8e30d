import { clientAccountEndpoints } from '@casillero/shared/contract/client-account'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { adjustCredit } from './adjust-credit.ts'
import { listClientPackages } from './client-packages.ts'
import { getAccount } from './queries.ts'

export const clientAccountRoutes: Route[] = [
  serveReading(clientAccountEndpoints.account, (db, { params }) => getAccount(db, params.id)),
  serveReading(clientAccountEndpoints.packages, (db, { params, query }) => listClientPackages(db, params.id, query)),
  serve(clientAccountEndpoints.adjustCredit, (db, { params, body }) => adjustCredit(db, params.id, body)),
]
