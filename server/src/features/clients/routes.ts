import { clientEndpoints } from '@casillero/shared/contract/clients'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { mergeClient } from './merge-client.ts'
import { findSameClient, getClient, listClients } from './queries.ts'
import { removeClient } from './remove-client.ts'
import { createClient, updateClient } from './save-clients.ts'

export const clientRoutes: Route[] = [
  serveReading(clientEndpoints.list, (db, { query }) => listClients(db, query)),
  serveReading(clientEndpoints.same, async (db, { query }) => (await findSameClient(db, query)) ?? null),
  serveReading(clientEndpoints.get, (db, { params }) => getClient(db, params.id)),
  serve(
    clientEndpoints.create,
    (db, { body }, session) => createClient(db, body, session),
    ({ data }) => new AppError('client_already_created', { values: { number: data.casillero } }),
  ),
  serve(clientEndpoints.update, (db, { params, body }, session) => updateClient(db, params.id, body, session)),
  serve(
    clientEndpoints.merge,
    (db, { params, body }) => mergeClient(db, params.id, body.intoClientId),
    () => new AppError('clients_already_merged'),
  ),
  serve(clientEndpoints.remove, (db, { params }) => removeClient(db, params.id)),
]
