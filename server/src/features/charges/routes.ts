import { chargeEndpoints } from '@casillero/shared/contract/charges'
import { packageChargeEndpoints } from '@casillero/shared/contract/package-charges'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { getPackageCharges, getToBill, savePackageCharges } from './package-charges.ts'
import { createCharge, listCharges, removeCharge, updateCharge } from './queries.ts'

export const chargeRoutes: Route[] = [
  serveReading(chargeEndpoints.list, async (db, { query }) => ({
    data: await listCharges(db, query.includeInactive ?? false),
  })),
  serve(chargeEndpoints.create, async (db, { body }) => ({ data: await createCharge(db, body) })),
  serve(chargeEndpoints.update, async (db, { params, body }) => ({ data: await updateCharge(db, params.id, body) })),
  serveReading(packageChargeEndpoints.list, async (db, { params }) => ({
    data: await getPackageCharges(db, params.id),
  })),
  serve(packageChargeEndpoints.save, async (db, { params, body }) => ({
    data: await savePackageCharges(db, params.id, body),
  })),
  serveReading(packageChargeEndpoints.toBill, async (db, { params }) => ({ data: await getToBill(db, params.id) })),
  serve(chargeEndpoints.remove, async (db, { params }) => ({ data: await removeCharge(db, params.id) })),
]
