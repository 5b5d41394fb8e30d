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
  serveReading(shippingMethodEndpoints.list, async (db, { query }) => ({
    data: await listShippingMethods(db, query.includeInactive ?? false),
  })),
  serveReading(shippingMethodEndpoints.active, async (db) => ({ data: await listShippingMethods(db, false) })),
  serveReading(shippingMethodEndpoints.default, async (db) => ({
    data: (await findDefaultShippingMethod(db)) ?? null,
  })),
  serve(shippingMethodEndpoints.create, async (db, { body }) => ({ data: await createShippingMethod(db, body) })),
  serve(shippingMethodEndpoints.update, async (db, { params, body }) => ({
    data: await updateShippingMethod(db, params.id, body),
  })),
  serve(shippingMethodEndpoints.toggleActive, async (db, { params }) => ({
    data: await toggleShippingMethod(db, params.id),
  })),
  serve(shippingMethodEndpoints.setDefault, async (db, { params }) => ({
    data: await setDefaultShippingMethod(db, params.id),
  })),
  serve(shippingMethodEndpoints.remove, async (db, { params }) => ({
    data: await removeShippingMethod(db, params.id),
  })),
]
