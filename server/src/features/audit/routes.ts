import { auditEndpoints } from '@casillero/shared/contract/audit'
import { type Route, serveReading } from '../../platform/http/endpoint.ts'
import { listAuditEntries } from './queries.ts'

export const auditRoutes: Route[] = [serveReading(auditEndpoints.list, (db, { query }) => listAuditEntries(db, query))]
