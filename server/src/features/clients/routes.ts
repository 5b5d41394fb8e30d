import { clientEndpoints } from '@casillero/shared/contract/clients'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { mergeClient } from './merge-client.ts'
import { findSameClient, getClient, listClients } from './queries.ts'
import { removeClient } from './remove-client.ts'
import { createClient, updateClient } from './save-clients.ts'

export const clientRoutes: Route[] = [
  serveReading(clientEndpoints.list, (db, { query }) => listClients(db, query)),
  serveReading(clientEndpoints.same, async (db, { query }) => ({ data: (await findSameClient(db, query)) ?? null })),
  serveReading(clientEndpoints.get, async (db, { params }) => ({ data: await getClient(db, params.id) })),
  serve(
    clientEndpoints.create,
    async (db, { body }, session) => ({ data: await createClient(db, body, session) }),
    ({ data }) => new AppError('client_already_created', { values: { number: data.casillero } }),
  ),
  serve(clientEndpoints.update, async (db, { params, body }, session) => ({
    data: await updateClient(db, params.id, body, session),
  })),
  serve(
    clientEndpoints.merge,
    async (db, { params, body }) => ({ data: await mergeClient(db, params.id, body.intoClientId) }),
    () => new AppError('clients_already_merged'),
  ),
  serve(clientEndpoints.remove, async (db, { params }) => ({ data: await removeClient(db, params.id) })),
]
