import { currencyEndpoints } from '@casillero/shared/contract/currencies'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listActiveCurrencies, listCurrencies } from './queries.ts'
import { listRateChanges } from './rate-changes.ts'
import { removeCurrency } from './remove-currency.ts'
import { createCurrency, setDefaultCurrency, updateCurrency } from './save-currency.ts'

export const currencyRoutes: Route[] = [
  serveReading(currencyEndpoints.list, (db, { query }) => listCurrencies(db, query)),
  serveReading(currencyEndpoints.active, (db) => listActiveCurrencies(db)),
  serveReading(currencyEndpoints.rates, (db, { params, query }) => listRateChanges(db, params.id, query)),
  serve(currencyEndpoints.create, (db, { body }) => createCurrency(db, body)),
  serve(currencyEndpoints.update, (db, { params, body }, session) => updateCurrency(db, params.id, body, session)),
  serve(currencyEndpoints.setDefault, (db, { params }) => setDefaultCurrency(db, params.id)),
  serve(currencyEndpoints.remove, (db, { params }) => removeCurrency(db, params.id)),
]
