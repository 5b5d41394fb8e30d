import { clientAccessEndpoints } from '@casillero/shared/contract/client-access'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { sentSecret } from '../invoice-links/share-invoice.ts'
import { accessSecret, endClientDevice, listClientDevices, makeClientLink, sendClientAccess } from './staff-access.ts'

export const clientAccessRoutes: Route[] = [
  serve(
    clientAccessEndpoints.send,
    async (db, { params, origin }) => ({ data: await sendClientAccess(db, params.id, origin) }),
    undefined,
    sentSecret,
  ),
  serve(
    clientAccessEndpoints.makeLink,
    async (db, { params, origin }) => ({ data: await makeClientLink(db, params.id, origin) }),
    undefined,
    accessSecret,
  ),
  serve(clientAccessEndpoints.devices, async (db, { params }) => ({ data: await listClientDevices(db, params.id) })),
  serve(clientAccessEndpoints.endDevice, async (db, { params }, session) => ({
    data: await endClientDevice(db, params.id, params.deviceId, session),
  })),
]
