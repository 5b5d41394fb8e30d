import { currencyEndpoints } from '@casillero/shared/contract/currencies'
import { type Route, serve } from '../../platform/endpoint.ts'
import { listActiveCurrencies, listCurrencies } from './queries.ts'

export const currencyRoutes: Route[] = [
  serve(currencyEndpoints.list, (db, { query }) => listCurrencies(db, query)),
  serve(currencyEndpoints.active, async (db) => ({ data: await listActiveCurrencies(db) })),
]
