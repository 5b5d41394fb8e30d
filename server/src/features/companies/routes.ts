import { companiesEndpoints } from '@casillero/shared/contract/companies'
import { actInCompany } from '../../platform/auth/operator.ts'
import { type Route, serve, serveInstallation } from '../../platform/http/endpoint.ts'
import { createUser } from '../users/create-user.ts'
import { listUsers } from '../users/queries.ts'
import { removeUser } from '../users/remove-user.ts'
import { updateUser } from '../users/update-user.ts'
import { changeCompanyStatus } from './change-company-status.ts'
import { createCompany } from './create-company.ts'
import { listCompanies } from './queries.ts'
import { updateManagedCompany } from './update-managed-company.ts'

export const companiesRoutes: Route[] = [
  serve(companiesEndpoints.list, (db) => listCompanies(db)),
  serveInstallation(companiesEndpoints.servers, (database) => database.readStanding()),
  serve(companiesEndpoints.create, (db, { body, picture }, session) =>
    createCompany(db, { draft: body, picture }, session),
  ),
  serve(companiesEndpoints.update, (db, { params, body, picture }) =>
    updateManagedCompany(db, params.id, body, picture),
  ),
  serve(companiesEndpoints.changeStatus, (db, { params, body }, session) =>
    changeCompanyStatus(db, params.id, body.status, session),
  ),
  serve(companiesEndpoints.listUsers, async (db, { params, query }) => {
    await actInCompany(db, params.id)
    return await listUsers(db, query)
  }),
  serve(companiesEndpoints.createUser, async (db, { params, body }, session) => {
    await actInCompany(db, params.id)
    return { user: await createUser(db, body, session) }
  }),
  serve(companiesEndpoints.updateUser, async (db, { params, body }, session) => {
    await actInCompany(db, params.id)
    return await updateUser(db, params.userId, body, session)
  }),
  serve(companiesEndpoints.removeUser, async (db, { params }, session) => {
    await actInCompany(db, params.id)
    return await removeUser(db, params.userId, session)
  }),
]
