import { whatsappEndpoints } from '@casillero/shared/contract/whatsapp'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { readStatus, requestLifecycle } from './session-status.ts'

export const whatsappRoutes: Route[] = [
  serve(whatsappEndpoints.status, (db) => readStatus(db)),
  serve(whatsappEndpoints.restart, (db) => requestLifecycle(db, 'restart')),
  serve(whatsappEndpoints.logout, (db) => requestLifecycle(db, 'logout')),
]
