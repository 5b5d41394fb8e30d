import { whatsappEndpoints } from '@casillero/shared/contract/whatsapp'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { readStatus, wish } from './session-status.ts'

export const whatsappRoutes: Route[] = [
  serve(whatsappEndpoints.status, (db) => readStatus(db)),
  serve(whatsappEndpoints.restart, (db) => wish(db, 'restart')),
  serve(whatsappEndpoints.logout, (db) => wish(db, 'logout')),
]
