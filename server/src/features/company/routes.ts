import { companyEndpoints } from '@casillero/shared/contract/company'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from './queries.ts'
import { updateCompany } from './update-company.ts'

export const companyRoutes: Route[] = [
  serveReading(companyEndpoints.info, async (db) => ({ company: await getCompanySettings(db) })),
  serve(companyEndpoints.update, async (db, { body, picture }) => ({
    company: await updateCompany(db, body, picture),
  })),
  serveReading(companyEndpoints.infoAlias, async (db) => ({ company: await getCompanySettings(db) })),
]
