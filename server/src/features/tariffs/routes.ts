import { tariffEndpoints } from '@casillero/shared/contract/tariffs'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listTariffs } from './queries.ts'
import { removeTariff } from './remove-tariff.ts'
import { createTariff, updateTariff } from './save-tariff.ts'

export const tariffRoutes: Route[] = [
  serveReading(tariffEndpoints.list, (db, { query }) => listTariffs(db, query)),
  serve(tariffEndpoints.create, (db, { body }) => createTariff(db, body)),
  serve(tariffEndpoints.update, (db, { params, body }) => updateTariff(db, params.id, body)),
  serve(tariffEndpoints.remove, (db, { params }) => removeTariff(db, params.id)),
]
