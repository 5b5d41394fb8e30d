import { chargeEndpoints } from '@casillero/shared/contract/charges'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { createCharge, listCharges, removeCharge, updateCharge } from './queries.ts'

export const chargeRoutes: Route[] = [
  serveReading(chargeEndpoints.list, (db, { query }) => listCharges(db, query.includeInactive ?? false)),
  serve(chargeEndpoints.create, (db, { body }) => createCharge(db, body)),
  serve(chargeEndpoints.update, (db, { params, body }) => updateCharge(db, params.id, body)),
  serve(chargeEndpoints.remove, (db, { params }) => removeCharge(db, params.id)),
]
