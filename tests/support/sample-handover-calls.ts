import { greyPng } from '../../tools/grey-png.ts'
import type { Samples } from './sample-calls.ts'
import { addHandover, addPicker } from './sample-rows.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

const theClient = async (shop: Shop) => ({ params: { id: shop.client.id } })

/** A signature as the screen sends it. */
export const signature = `data:image/png;base64,${greyPng(60, 24).toString('base64')}`

/** The samples of the calls of hand-overs and of the people who may take a client's packages. */
export const handoverCalls = {
  'GET /api/handovers': async (shop) => ({
    query: { page: '1', limit: '10', clientId: shop.client.id, packageId: (await shop.receive()).id },
  }),
  'GET /api/handovers/ready': async (shop) => ({
    query: { clientId: shop.client.id, code: (await shop.receive()).tracking ?? '', isScanned: 'true' },
  }),
  'GET /api/handovers/coming': async (shop) => {
    await shop.receive()
    await shop.announcePickup(shop.client.id)
    return {}
  },
  'GET /api/handovers/:id': async (shop) => ({ params: { id: (await addHandover(shop)).id } }),
  'GET /api/handovers/:id/document': async (shop) => ({
    params: { id: (await addHandover(shop)).id },
    query: { format: 'ticket' },
  }),
  'POST /api/handovers': async (shop) => {
    await shop.announcePickup(shop.client.id)
    return {
      body: {
        clientId: shop.client.id,
        packageIds: (await shop.receiveMany(2)).map(({ id }) => id),
        receivedBy: { name: 'Elena Solís', cedula: '001-010190-0001A' },
        keepReceiver: 'picker',
        signature,
        note: 'Revisó el contenido',
        reason: 'Paga mañana',
      },
    }
  },
  'POST /api/handovers/:id/undo': async (shop) => ({
    params: { id: (await addHandover(shop)).id },
    body: { reason: 'Se llevó el de otro cliente' },
  }),
  'GET /api/clients/:id/pickers': theClient,
  'POST /api/clients/:id/pickers': async (shop) => ({
    ...(await theClient(shop)),
    // A name of its own, because the same person is added once.
    body: { name: `Elena ${newMark()}`, cedula: '001-010190-0001A' },
  }),
  'DELETE /api/clients/:id/pickers/:pickerId': async (shop) => ({
    params: { id: shop.client.id, pickerId: (await addPicker(shop)).id },
  }),
} satisfies Partial<Samples>
