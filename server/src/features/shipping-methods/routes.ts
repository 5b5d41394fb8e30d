import { shippingMethodEndpoints } from '@casillero/shared/contract/shipping-methods'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { findDefaultShippingMethod, listShippingMethods } from './queries.ts'
import { removeShippingMethod } from './remove-shipping-method.ts'
import {
  createShippingMethod,
  setDefaultShippingMethod,
  toggleShippingMethod,
  updateShippingMethod,
} from './save-shipping-method.ts'

export const shippingMethodRoutes: Route[] = [
  serveReading(shippingMethodEndpoints.list, (db, { query }) =>
    listShippingMethods(db, query.includeInactive ?? false),
  ),
  serveReading(shippingMethodEndpoints.active, (db) => listShippingMethods(db, false)),
  serveReading(shippingMethodEndpoints.default, async (db) => (await findDefaultShippingMethod(db)) ?? null),
  serve(shippingMethodEndpoints.create, (db, { body }) => createShippingMethod(db, body)),
  serve(shippingMethodEndpoints.update, (db, { params, body }) => updateShippingMethod(db, params.id, body)),
  serve(shippingMethodEndpoints.toggleActive, (db, { params }) => toggleShippingMethod(db, params.id)),
  serve(shippingMethodEndpoints.setDefault, (db, { params }) => setDefaultShippingMethod(db, params.id)),
  serve(shippingMethodEndpoints.remove, (db, { params }) => removeShippingMethod(db, params.id)),
]
