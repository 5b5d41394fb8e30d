import { statusEndpoints } from '@casillero/shared/contract/statuses'
import { type Route, serve } from '../../platform/endpoint.ts'
import { listStatuses } from './queries.ts'

export const statusRoutes: Route[] = [serve(statusEndpoints.list, async (db) => ({ data: await listStatuses(db) }))]
