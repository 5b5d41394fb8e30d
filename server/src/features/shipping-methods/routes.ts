import { shippingMethodEndpoints } from '@casillero/shared/contract/shipping-methods'
import { type Route, serve } from '../../platform/endpoint.ts'
import { findDefaultShippingMethod, listShippingMethods } from './queries.ts'

export const shippingMethodRoutes: Route[] = [
  serve(shippingMethodEndpoints.list, async (db, { query }) => ({
    data: await listShippingMethods(db, query.includeInactive ?? false),
  })),
  serve(shippingMethodEndpoints.active, async (db) => ({ data: await listShippingMethods(db, false) })),
  serve(shippingMethodEndpoints.default, async (db) => ({ data: (await findDefaultShippingMethod(db)) ?? null })),
]
