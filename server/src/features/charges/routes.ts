import { chargeEndpoints } from '@casillero/shared/contract/charges'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { createCharge, listCharges, removeCharge, updateCharge } from './queries.ts'

export const chargeRoutes: Route[] = [
  serveReading(chargeEndpoints.list, async (db, { query }) => ({
    data: await listCharges(db, query.includeInactive ?? false),
  })),
  serve(chargeEndpoints.create, async (db, { body }) => ({ data: await createCharge(db, body) })),
  serve(chargeEndpoints.update, async (db, { params, body }) => ({ data: await updateCharge(db, params.id, body) })),
  serve(chargeEndpoints.remove, async (db, { params }) => ({ data: await removeCharge(db, params.id) })),
]
