import { authEndpoints } from '@casillero/shared/contract/auth'
import { endSession } from '../../platform/auth/session.ts'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveAnyone } from '../../platform/http/endpoint.ts'
import { createCachedHostCompanies } from '../../platform/http/host-companies.ts'
import { getUser } from '../users/queries.ts'
import { getOwnCompany } from './queries.ts'
import { signIn } from './sign-in.ts'

export const authRoutes: Route[] = [
  serveAnyone(authEndpoints.health, async ({ subdomain, address, database }) => {
    const company = subdomain === null ? undefined : await createCachedHostCompanies(database).find(subdomain, address)
    if (!company) throw new AppError('company_not_found')
    return { company: company.name, subdomain: company.subdomain, logo_url: company.logoUrl }
  }),
  serveAnyone(authEndpoints.login, (visitor, { body }) => signIn(visitor, body)),
  serve(authEndpoints.me, async (db, _input, { userId }) => ({
    user: await getUser(db, userId),
    company: await getOwnCompany(db),
  })),
  serve(authEndpoints.logout, async (db, _input, { sessionId }) => {
    await endSession(db, sessionId)
    return {}
  }),
]
