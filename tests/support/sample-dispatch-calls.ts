import type { Call, Sent } from './actor.ts'
import { addDispatch, addShipment, drawPhoto } from './dispatch.ts'
import type { Shop } from './shop.ts'

type DispatchCall = Exclude<
  Extract<Call, `${string} /api/dispatches${string}` | `${string} /api/invoice-shipments${string}`>,
  `${string}/export`
>

/** The samples of the calls of shipments of invoices and their dispatches. */
export const dispatchCalls: { [K in DispatchCall]: (shop: Shop) => Promise<Sent<K>> } = {
  'GET /api/invoice-shipments': async (shop) => ({
    query: { page: '1', limit: '10', search: 'Managua', status: 'all', methodId: shop.methodId },
  }),
  'GET /api/invoice-shipments/counts': async () => ({}),
  'POST /api/invoice-shipments/:id/deliver': async (shop) => {
    const [shipment] = (await addDispatch(shop)).shipments
    return { params: { id: shipment?.id ?? '' } }
  },
  'GET /api/invoice-shipments/labels': async (shop) => ({ query: { ids: (await addShipment(shop)).id } }),
  'GET /api/dispatches/:id/document': async (shop) => ({ params: { id: (await addDispatch(shop)).id } }),
  'GET /api/dispatches': async () => ({ query: { page: '1', limit: '10', search: 'Cargotrans' } }),
  'GET /api/dispatches/carriers': async () => ({}),
  'GET /api/dispatches/:id': async (shop) => ({ params: { id: (await addDispatch(shop)).id } }),
  'POST /api/dispatches': async (shop) => ({
    body: {
      shipmentIds: [(await addShipment(shop)).id],
      carrier: 'Cargotrans',
      guide: '0088-41275',
      sentOn: '2026-11-25',
      cost: 420,
      costCurrencyId: shop.nio,
      note: 'Sale a las 6',
      statusId: shop.statuses.inTransit,
      photo: await drawPhoto(),
    },
  }),
  'PUT /api/dispatches/:id/receipt': async (shop) => ({
    params: { id: (await addDispatch(shop)).id },
    body: { photo: await drawPhoto() },
  }),
  'POST /api/dispatches/:id/undo': async (shop) => ({ params: { id: (await addDispatch(shop)).id } }),
}
