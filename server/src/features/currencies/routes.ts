import { currencyCatalogue } from '@casillero/shared/contract/currencies'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { serveCatalogue } from '../../platform/http/serve-catalogue.ts'
import { currencies, listActiveCurrencies, listCurrencies, setDefaultCurrency } from './queries.ts'
import { listRateChanges } from './rate-changes.ts'

const { calls } = currencyCatalogue

export const currencyRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listCurrencies(db, query)),
  serveReading(calls.active, listActiveCurrencies),
  serveReading(calls.rates, (db, { params, query }) => listRateChanges(db, params.id, query)),
  serve(calls.setDefault, (db, { params }) => setDefaultCurrency(db, params.id)),
  ...serveCatalogue(currencyCatalogue, currencies),
]
