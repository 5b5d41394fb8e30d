import { currencyEndpoints } from '@casillero/shared/contract/currencies'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listActiveCurrencies, listCurrencies } from './queries.ts'
import { listRateChanges } from './rate-changes.ts'
import { removeCurrency } from './remove-currency.ts'
import { createCurrency, setDefaultCurrency, updateCurrency } from './save-currency.ts'

export const currencyRoutes: Route[] = [
  serveReading(currencyEndpoints.list, (db, { query }) => listCurrencies(db, query)),
  serveReading(currencyEndpoints.active, async (db) => ({ data: await listActiveCurrencies(db) })),
  serveReading(currencyEndpoints.rates, (db, { params, query }) => listRateChanges(db, params.id, query)),
  serve(currencyEndpoints.create, async (db, { body }) => ({ data: await createCurrency(db, body) })),
  serve(currencyEndpoints.update, async (db, { params, body }, session) => ({
    data: await updateCurrency(db, params.id, body, session),
  })),
  serve(currencyEndpoints.setDefault, async (db, { params }) => ({ data: await setDefaultCurrency(db, params.id) })),
  serve(currencyEndpoints.remove, async (db, { params }) => ({ data: await removeCurrency(db, params.id) })),
]
