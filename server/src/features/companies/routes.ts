import {
  type CompanyEdit,
  type CompanyStatus,
  companiesEndpoints,
  type ManagedCompany,
} from '@casillero/shared/contract/companies'
import { actInCompany } from '../../platform/auth/operator.ts'
import { endSessionsOfCompany } from '../../platform/auth/session.ts'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveInstallation } from '../../platform/http/endpoint.ts'
import { keepLogo } from '../company/keep-logo.ts'
import { createUser } from '../users/create-user.ts'
import { listUsers } from '../users/queries.ts'
import { removeUser } from '../users/remove-user.ts'
import { updateUser } from '../users/update-user.ts'
import { createCompany } from './create-company.ts'
import { listCompanies, lockManagedCompany } from './queries.ts'

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

/** docs/product/operator.md, "Status of a company". */
async function changeCompanyStatus(
  db: Db,
  id: string,
  status: CompanyStatus,
  session: Session,
): Promise<ManagedCompany> {
  if (id === session.companyId) throw new AppError('own_company_status')
  await actInCompany(db, id)
  await lockManagedCompany(db)
  await db.updateTable('companies').set({ status }).execute()
  if (status !== 'active') await endSessionsOfCompany(db)
  return await lockManagedCompany(db)
}

/** Throws `not_found`, `stale`. */
async function updateManagedCompany(
  db: Db,
  id: string,
  edit: CompanyEdit,
  picture: Buffer | null,
): Promise<ManagedCompany> {
  await actInCompany(db, id)
  const current = await lockManagedCompany(db)
  requireVersion(edit, current)
  await db
    .updateTable('companies')
    .set({
      // An update without columns would be invalid SQL.
      name: edit.name ?? current.name,
      ruc: edit.ruc,
      address: edit.address,
      phone: edit.phone,
      email: edit.email,
      ...(picture ? { logo_url: await keepLogo(db, picture) } : {}),
    })
    .execute()
  return await lockManagedCompany(db)
}
