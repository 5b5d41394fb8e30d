import { clientAccessEndpoints } from '@casillero/shared/contract/client-access'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { sentSecret } from '../invoice-links/share-invoice.ts'
import { accessSecret, endClientDevice, listClientDevices, makeClientLink, sendClientAccess } from './staff-access.ts'

export const clientAccessRoutes: Route[] = [
  serve(
    clientAccessEndpoints.send,
    (db, { params, origin }) => sendClientAccess(db, params.id, origin),
    undefined,
    sentSecret,
  ),
  serve(
    clientAccessEndpoints.makeLink,
    (db, { params, origin }) => makeClientLink(db, params.id, origin),
    undefined,
    accessSecret,
  ),
  serve(clientAccessEndpoints.devices, (db, { params }) => listClientDevices(db, params.id)),
  serve(clientAccessEndpoints.endDevice, (db, { params }, session) =>
    endClientDevice(db, params.id, params.deviceId, session),
  ),
]
