import { userEndpoints } from '@casillero/shared/contract/users'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { createUser } from './create-user.ts'
import { getUser, listUsers } from './queries.ts'
import { removeUser } from './remove-user.ts'
import { updateUser } from './update-user.ts'

export const userRoutes: Route[] = [
  serveReading(userEndpoints.list, (db, { query }) => listUsers(db, query)),
  serveReading(userEndpoints.get, async (db, { params }) => ({ user: await getUser(db, params.id) })),
  serve(userEndpoints.create, async (db, { body }, session) => ({ user: await createUser(db, body, session) })),
  serve(userEndpoints.update, (db, { params, body }, session) => updateUser(db, params.id, body, session)),
  serve(userEndpoints.remove, (db, { params }, session) => removeUser(db, params.id, session)),
]
