import { auditEndpoints } from '@casillero/shared/contract/audit'
import { type Route, serve } from '../../platform/endpoint.ts'
import { listAuditEntries } from './queries.ts'

export const auditRoutes: Route[] = [serve(auditEndpoints.list, (db, { query }) => listAuditEntries(db, query))]
