import { addDispatch, addShipment, drawPhoto } from './dispatch.ts'
import type { Samples } from './sample-calls.ts'
import { addClosed, addConsignment, addCost, addReceived, addSent } from './sample-consignments.ts'
import type { Shop } from './shop.ts'

const body = { guide: '230-4471 8836', carrier: 'Volaris Cargo', note: 'Vuelo de la noche' }
/** A bill with one line for the package that arrived, and one for a package of no consignment. */
const billText = (tracking: string | null) => `Tracking\tPeso cobrado\n${tracking}\t2.5\nTBA300000000001\t1.25`
const dates = { departsAt: '2026-11-22', expectedAt: '2026-11-24' }
const draft = { shippingMethod: 'aereo' as const, ...body, ...dates }
const the = ({ id }: { id: string }) => ({ params: { id } })
const newCode = async (shop: Shop) => (await shop.receive()).tracking ?? ''

/** The samples of the calls of consignments. */
export const consignmentCalls = {
  'GET /api/shipments': async () => ({ query: { page: '1', limit: '10', search: 'vol', status: 'open' } }),
  'GET /api/shipments/counts': async () => ({}),
  'GET /api/shipments/missing': async () => ({ query: { page: '1', limit: '10' } }),
  'GET /api/shipments/:id': async (shop) => the(await addConsignment(shop)),
  'GET /api/shipments/:id/packages': async (shop) => ({
    ...the(await addConsignment(shop)),
    query: { page: '1', limit: '10', view: 'all' },
  }),
  'POST /api/shipments': async ({ statuses }) => ({ body: { ...draft, sendStatusId: statuses.inTransit } }),
  'PUT /api/shipments/:id': async (shop) => {
    const { id, version } = await addConsignment(shop)
    return { params: { id }, body: { ...draft, sendStatusId: shop.statuses.inTransit, version } }
  },
  'DELETE /api/shipments/:id': async (shop) => the(await addConsignment(shop, [])),
  'POST /api/shipments/:id/packages': async (shop) => ({
    ...the(await addConsignment(shop, [])),
    body: { packageIds: [(await shop.receive()).id] },
  }),
  'DELETE /api/shipments/:id/packages': async (shop) => {
    const packages = [await shop.receive()]
    return { ...the(await addConsignment(shop, packages)), body: { packageIds: packages.map(({ id }) => id) } }
  },
  'POST /api/shipments/:id/scans': async (shop) => ({
    ...the(await addConsignment(shop, [])),
    body: { code: await newCode(shop), isScanned: true, move: false },
  }),
  'GET /api/shipments/:id/sending': async (shop) => ({
    ...the(await addConsignment(shop)),
    query: { statusId: shop.statuses.inTransit },
  }),
  'POST /api/shipments/:id/send': async (shop) => ({
    ...the(await addConsignment(shop)),
    body: { statusId: shop.statuses.inTransit },
  }),
  'GET /api/shipments/:id/arrivals': async (shop) => the(await addReceived(shop)),
  'POST /api/shipments/:id/arrivals': async (shop) => {
    const one = await shop.receive()
    return {
      ...the(await addSent(shop, [one])),
      body: { code: one.tracking ?? '', isScanned: true, move: false, weight: 2.1 },
    }
  },
  'POST /api/shipments/:id/receive': async (shop) => ({
    ...the(await addReceived(shop)),
    body: { statusId: shop.statuses.ready },
  }),
  'POST /api/shipments/:id/lost': async (shop) => {
    const { id, missing } = await addReceived(shop)
    return { params: { id }, body: { packageIds: [missing.id], reason: 'No apareció en la bodega' } }
  },
  'GET /api/shipments/:id/reconciliation': async (shop) => the(await addReceived(shop)),
  'PUT /api/shipments/:id/costs': async (shop) => {
    const { id, costId, version } = await addCost(shop)
    const costs = [
      { id: costId, concept: 'Agente', currencyId: shop.usd, pricePerPound: 3 },
      { id: null, concept: 'Acarreo', currencyId: shop.nio, amount: 920 },
    ]
    return { params: { id }, body: { billedWeight: 4, costs, version } }
  },
  'POST /api/shipments/:id/bill': async (shop) => {
    const { id, seen } = await addReceived(shop)
    return { params: { id }, body: { text: billText(seen.tracking) } }
  },
  'DELETE /api/shipments/:id/bill': async (shop) => {
    const { id, seen } = await addReceived(shop)
    await shop.admin.ok('POST /api/shipments/:id/bill', { params: { id }, body: { text: billText(seen.tracking) } })
    return { params: { id } }
  },
  'POST /api/shipments/:id/close': async (shop) => the(await addReceived(shop)),
  'POST /api/shipments/:id/reopen': async (shop) => ({
    ...the(await addClosed(shop)),
    body: { reason: 'Llegó la factura del agente' },
  }),
  'GET /api/shipments/:id/manifest': async (shop) => ({ ...the(await addReceived(shop)), query: { format: 'pdf' } }),
  'GET /api/shipments/:id/arrival-sheet': async (shop) => the(await addReceived(shop)),
  'GET /api/shipments/:id/reconciliation-sheet': async (shop) => the(await addReceived(shop)),
  'GET /api/invoice-shipments': async (shop) => ({
    query: {
      page: '1',
      limit: '10',
      search: 'Managua',
      status: 'all',
      methodId: shop.methodId,
      city: 'León',
      department: 'León',
      from: '2026-01-01',
      to: '2099-12-31',
    },
  }),
  'GET /api/invoice-shipments/counts': async () => ({}),
  'GET /api/invoice-shipments/places': async () => ({}),
  'GET /api/invoice-shipments/sending': async (shop) => ({
    query: { ids: (await addShipment(shop)).id, statusId: shop.statuses.inTransit },
  }),
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
} satisfies Partial<Samples>
