import { shippingMethodCatalogue } from '@casillero/shared/contract/shipping-methods'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { serveCatalogue } from '../../platform/http/serve-catalogue.ts'
import {
  findDefaultShippingMethod,
  listShippingMethods,
  setDefaultShippingMethod,
  shippingMethods,
  toggleShippingMethod,
} from './queries.ts'

const { calls } = shippingMethodCatalogue

export const shippingMethodRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listShippingMethods(db, query.includeInactive ?? false)),
  serveReading(calls.active, (db) => listShippingMethods(db, false)),
  serveReading(calls.default, async (db) => (await findDefaultShippingMethod(db)) ?? null),
  serve(calls.toggleActive, (db, { params }) => toggleShippingMethod(db, params.id)),
  serve(calls.setDefault, (db, { params }) => setDefaultShippingMethod(db, params.id)),
  ...serveCatalogue(shippingMethodCatalogue, shippingMethods),
]
